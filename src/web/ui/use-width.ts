import { type RefObject, useLayoutEffect, useState } from 'react'

/** How wide the element is, as the window and what stands beside it change; without end on the phone. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const found = element.current
    if (!found) return
    const measure = () =>
      setWidth(window.matchMedia('(width < 54rem)').matches ? Number.POSITIVE_INFINITY : found.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(found)
    return () => observer.disconnect()
  }, [element])
  return width
}
