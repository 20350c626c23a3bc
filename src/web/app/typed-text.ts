import { useEffect, useEffectEvent, useRef, useState } from 'react'

const restMs = 250

/**
 * What is typed in a field of a filter, and stands in the address a moment after the last key. The field never waits for the
 * address, which follows late on a slow computer; only what was not asked for here, as by Back, is put in the field.
 */
export function useTypedText(asked: string, ask: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(asked)
  const underWay = useRef<readonly string[]>([])
  const send = useEffectEvent((wanted: string) => {
    if (wanted === (underWay.current.at(-1) ?? asked)) return
    underWay.current = [...underWay.current, wanted]
    ask(wanted)
  })
  useEffect(() => {
    const timer = setTimeout(() => send(text.trim()), restMs)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => {
    const own = underWay.current.lastIndexOf(asked)
    underWay.current = underWay.current.slice(own === -1 ? underWay.current.length : own + 1)
    if (own === -1) setText(asked)
  }, [asked])
  return [text, setText]
}
