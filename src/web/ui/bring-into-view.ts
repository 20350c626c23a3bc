/** Given as `ref` to what has come where it may stand below the window. */
export const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
