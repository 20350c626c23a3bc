import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { recognition } from '#templates/rules/recognition.ts'
import { api } from '../../api-client.ts'

const largestSample = 10 * 2 ** 20
/** A text file is known by its first rows; a workbook has to be whole. */
const textSample = 2 ** 20
const texts = /\.(csv|txt|tsv)$/i

/** Which template a chosen file is for. Nothing is asked of a workbook too large to send twice. */
export function useRecognition(file: File | null) {
  return useQuery({
    queryKey: ['templates', 'recognise', file?.name, file?.size, file?.lastModified],
    queryFn: ({ signal }) => {
      const body = new FormData()
      if (file) body.set('file', texts.test(file.name) ? file.slice(0, textSample) : file, file.name)
      return api.ask('/templates/recognise', { body, schema: recognition, signal })
    },
    enabled: file !== null && (texts.test(file.name) || file.size <= largestSample),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
}

/** One dropped beside a dialog's own place is not taken by the page behind it; ui/stray-drop.ts refuses it. */
const isCovered = () => document.querySelector('[role=dialog]') !== null

/** A file dropped anywhere on the page, where nothing else takes it. */
export function usePageDrop(onFiles: (files: FileList) => void): void {
  const taken = useRef(onFiles)
  useEffect(() => {
    taken.current = onFiles
  })
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') && !isCovered()) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (event.defaultPrevented || isCovered() || !event.dataTransfer?.files.length) return
      event.preventDefault()
      taken.current(event.dataTransfer.files)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
    }
  }, [])
}
