import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useSession } from '../../session.ts'
import { keptFile } from '../kept-file.ts'
import { choiceFor } from './kept-choice.ts'

type Left = { place: string; file: File; templateId: string | null }

/** What was chosen last, and at which place in the browser's history. */
let left: Left | null = null

/**
 * The file to be imported, and the template that was named or chosen for it; null: whichever it fits. Who comes Back to
 * where a file was chosen finds it there again, until it is imported or the page is loaded anew.
 */
export function useChosenFile() {
  const named = useSearchParams()[0].get('template')
  // In another company the same place is another page.
  const place = `${useSession()?.company?.id} ${useLocation().key}`
  const [before] = useState(() => (left?.place === place ? left : null))
  const [file, setFile] = useState<File | null>(() => before?.file ?? keptFile(named))
  const [templateId, choose] = useState<string | null>(before ? before.templateId : named)
  useEffect(() => {
    if (file) left = { place, file, templateId }
  }, [place, file, templateId])
  return {
    file,
    templateId,
    choose,
    take(next: File) {
      setFile(next)
      choose(choiceFor({ chosen: templateId, named, hadFile: file !== null }))
    },
    forget() {
      left = null
    },
  }
}
