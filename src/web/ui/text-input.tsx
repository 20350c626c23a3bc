import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import * as m from '#messages'
import { cn } from './class-names.ts'
import { IconButton } from './icon-button.tsx'

export type TextInputProps = Omit<ComponentProps<'input'>, 'size'> & {
  /** large on a page (40 px), normal in tables and heads (32 px) */
  size?: 'normal' | 'large'
  /** Inside the field, before the text: a search icon. */
  before?: ReactNode
  /** Inside the field, after the text: a key cap, a unit, a button. */
  after?: ReactNode
}

/** The edge that fields share: select and combobox draw their trigger with it too. */
export const fieldFrame = cn(
  'flex w-full items-center gap-2 rounded-2 border border-edge bg-sheet',
  'focus-within:border-fir focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-fir',
  'has-[[aria-invalid=true]]:border-error has-[[readonly]]:border-rule-strong has-[[readonly]]:bg-sunk has-[[readonly]]:text-ink-2 has-[:disabled]:border-rule-strong has-[:disabled]:bg-sunk has-[:disabled]:text-ink-3',
)

/** A text field. Props: size normal|large (default large), before, after, and those of <input>; read-only ones stand sunk. */
export function TextInput({ size = 'large', before, after, className, ...props }: TextInputProps) {
  return (
    <div
      className={cn(fieldFrame, size === 'large' ? 'h-control-l px-3 text-14' : 'h-control px-2.5 text-13', className)}
    >
      {before}
      <input className="h-full w-full min-w-0 bg-transparent text-ellipsis outline-none" {...props} />
      {after}
    </div>
  )
}

/** A password that can be shown. Props as TextInput. */
export function PasswordInput(props: TextInputProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      after={
        <IconButton
          label={isShown ? m.shell_hide_password() : m.shell_show_password()}
          className="-mr-1.5 size-7"
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff size={16} strokeWidth={1.5} /> : <Eye size={16} strokeWidth={1.5} />}
        </IconButton>
      }
    />
  )
}

/** Several lines of text. Props: those of <textarea>. */
export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <div className={cn(fieldFrame, className)}>
      <textarea className="min-h-24 w-full bg-transparent px-3 py-2 text-14 outline-none" {...props} />
    </div>
  )
}
