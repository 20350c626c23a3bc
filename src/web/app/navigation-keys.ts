import { useRef } from 'react'
import { useShortcuts } from '../ui/shortcuts.ts'
import { useGoToPage } from './go-to-page.ts'
import { navigation } from './navigation.ts'

const withinMs = 1_500

/** G and a letter goes to a page; / puts the cursor in the page's search field. */
export function useNavigationKeys(): void {
  const goToPage = useGoToPage()
  const pressedG = useRef(Number.NEGATIVE_INFINITY)
  useShortcuts((key, event) => {
    if (key === '/') return focusSearch()
    if (key === 'g') {
      pressedG.current = event.timeStamp
      return true
    }
    if (event.timeStamp - pressedG.current > withinMs) return false
    pressedG.current = Number.NEGATIVE_INFINITY
    const entry = navigation.find((candidate) => candidate.letter === key.toLowerCase())
    if (entry) goToPage(entry.to)
    return entry !== undefined
  })
}

/** A page marks its search field with `data-page-search`. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('input[data-page-search], [data-page-search] input')
  field?.focus()
  return field !== null
}
