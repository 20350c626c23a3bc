import { type ReactNode, useEffect, ViewTransition } from 'react'
import { useLocation } from 'react-router'
import { focusPage } from './leave-focus.ts'

/** Around a layout's page: page changes slide and fade, first out and then in (motion.css), and the focus follows. Props: children. */
export function PageTransition({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(focusPage, [pathname])
  return (
    <ViewTransition key={pathname} enter="page" exit="page" default="none">
      {children}
    </ViewTransition>
  )
}
