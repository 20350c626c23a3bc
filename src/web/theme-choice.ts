import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'
const storageKey = 'radvis.theme'
const listeners = new Set<() => void>()

/** Runs in the page's head before anything is drawn, so that a chosen theme never flashes. */
export const themeScript = `try{var t=localStorage.getItem('${storageKey}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t;var d=localStorage.getItem('radvis.density');if(d)document.documentElement.dataset.density=d}catch(e){}`

export function setTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme)
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
  }
}

/** The theme on screen: the user's choice, else the system's. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'light')
}
