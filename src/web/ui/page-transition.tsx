import { type ReactNode, ViewTransition } from 'react'
import { useLocation } from 'react-router'

/** Around a layout's page: page changes slide and fade, first out and then in (motion.css). Props: children. */
export function PageTransition({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <ViewTransition key={pathname} enter="page" exit="page" default="none">
      {children}
    </ViewTransition>
  )
}
