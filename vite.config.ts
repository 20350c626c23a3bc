import { reactRouter } from '@react-router/dev/vite'
import tailwind from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwind(), reactRouter()],
  build: { target: 'es2023' },
  environments: {
    // All that renders pages in one small file: without NODE_ENV Node.js would load React's development build beside it, and of
    // a library with one file for all its icons the whole. A page takes three fifths of the time and the process 10 MB less.
    ssr: { resolve: { noExternal: true }, keepProcessEnv: false, build: { minify: true } },
  },
})
