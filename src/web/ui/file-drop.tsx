import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import * as m from '#messages'
import { Button } from './button.tsx'
import { cn } from './class-names.ts'
import { StateGlyph } from './state-mark.tsx'
import { showToast } from './toasts.tsx'

export type FileDropProps = {
  onFile: (file: File) => void
  /** Given: several are taken at once, those that cannot be left out and named. */
  onFiles?: (files: File[]) => void
  /** File endings with dot: ['.csv', '.xlsx'] */
  accept: readonly string[]
  /** Absent: known to the server alone. */
  maxMegabytes?: number | undefined
  /** The file chosen, if any: its name is shown and it can be changed. */
  file?: { name: string } | null
  label?: ReactNode
  help?: ReactNode
  /** A fault found elsewhere (by the server). */
  error?: string | null
  disabled?: boolean
  className?: string
}

/** One file, dropped, or chosen by mouse or keyboard. Props: onFile, accept, maxMegabytes, file, label, help, error, disabled. */
export function FileDrop({
  onFile,
  onFiles,
  accept,
  maxMegabytes,
  file = null,
  label,
  help,
  error,
  disabled = false,
  className,
}: FileDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [faults, setFaults] = useState<readonly string[]>([])

  function take(files: FileList | null): void {
    const [first, second] = files ?? []
    if (!first) return
    if (second && !onFiles) {
      setFaults([m.shell_file_too_many()])
      return
    }
    const { good, faults: found } = sortOut([...(files ?? [])], accept, maxMegabytes)
    setFaults(found)
    const [one] = good
    if (second && good.length > 0) onFiles?.(good)
    else if (one) onFile(one)
  }

  function drop(event: DragEvent): void {
    event.preventDefault()
    setIsOver(false)
    if (disabled) tellLeftOut(event.dataTransfer.files)
    else take(event.dataTransfer.files)
  }

  const messages = faults.length > 0 ? faults : error ? [error] : []
  const isWrong = messages.length > 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button inside serves keyboard and screen reader
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(!disabled)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={cn(
        'grid gap-1.5 rounded-2 border border-dashed border-edge bg-sheet px-4 py-5 transition-colors',
        isOver && 'border-fir bg-fir-soft',
        isWrong && 'border-error',
        className,
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <span className="flex min-w-0 flex-1 basis-48 items-center gap-2.5">
          <FileSpreadsheet size={16} strokeWidth={1.5} className="text-ink-3" aria-hidden />
          <span id={`${id}-label`} className={cn(file && 'truncate font-strong')}>
            {file?.name ?? label ?? m.shell_file_drop()}
          </span>
        </span>
        <Button onClick={() => input.current?.click()} disabled={disabled} aria-describedby={`${id}-label ${id}-help`}>
          {file ? m.shell_file_replace() : m.shell_file_choose()}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept={accept.join(',')}
        multiple={onFiles !== undefined}
        className="sr-only"
        tabIndex={-1}
        aria-label={m.shell_file_choose()}
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
      <div
        id={`${id}-help`}
        role={isWrong ? 'alert' : undefined}
        className={cn('grid gap-1 text-12', isWrong ? 'text-error' : 'text-ink-3')}
      >
        {isWrong
          ? messages.map((message) => (
              <p key={message} className="flex min-w-0 items-start gap-1.5">
                <StateGlyph state="error" className="mt-0.5 size-3 flex-none" />
                <span className="min-w-0 wrap-anywhere">{message}</span>
              </p>
            ))
          : help}
      </div>
    </div>
  )
}

/** Of files dropped while another goes up nothing is taken: that is said, also on the page that it leads to. */
export function tellLeftOut(files: FileList): void {
  const [first, second] = files
  if (!first) return
  showToast({
    type: 'warn',
    title: second ? m.shell_file_busy_many({ count: String(files.length) }) : m.shell_file_busy({ name: first.name }),
    text: m.shell_file_busy_text(),
    id: 'file-left-out',
  })
}

/** The files that can be taken, and of each of the others why not. */
export function sortOut(files: readonly File[], accept: readonly string[], maxMegabytes: number | undefined) {
  const faults = files.map((one) => fileFault(one, accept, maxMegabytes))
  return {
    good: files.filter((_, index) => faults[index] === null),
    faults: [...new Set(faults.filter((fault) => fault !== null))],
  }
}

/** Why a file cannot be taken; null where it can. */
export function fileFault(file: File, accept: readonly string[], maxMegabytes: number | undefined): string | null {
  const isAccepted = accept.some((ending) => file.name.toLowerCase().endsWith(ending))
  if (!isAccepted)
    return m.shell_file_wrong_type({
      name: file.name,
      types: accept.map((ending) => ending.slice(1).toUpperCase()).join(', '),
    })
  if (file.size === 0) return m.shell_file_empty({ name: file.name })
  if (maxMegabytes !== undefined && file.size > maxMegabytes * 1024 * 1024)
    return m.shell_file_too_large({ name: file.name, limit: String(maxMegabytes) })
  return null
}
