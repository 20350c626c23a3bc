import { createContext } from 'react'

/** The Content-Security-Policy nonce of the answer being rendered; undefined in the browser and where none is given. */
export const NonceContext = createContext<string | undefined>(undefined)
