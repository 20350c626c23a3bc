import { useCallback, useState } from 'react'

/** How wide the element that is given the second as its `ref` is, as the window and what stands beside it change; without end on the phone. */
export function useWidth(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(0)
  const place = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const measure = () =>
      setWidth(window.matchMedia('(width < 54rem)').matches ? Number.POSITIVE_INFINITY : element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, place]
}
