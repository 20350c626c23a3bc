import { Command } from 'cmdk'
import { Check, ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import * as m from '#messages'
import type { ColumnRef, FieldSource } from '#templates/contract.ts'
import { columnsOfSource } from '#templates/rules/mapping/columns-of-source.ts'
import { cn } from '../../ui/class-names.ts'
import { leaveFocusElsewhere } from '../../ui/leave-focus.ts'
import { OriginTag } from '../../ui/origin-tag.tsx'
import { refKey, refLabel, type SourceColumn, sourceText } from './source-text.ts'

type Props = {
  /** The picker's name for screen readers. */
  label: string
  source: FieldSource | undefined
  columns: readonly SourceColumn[]
  /** The column whose text a value is chosen by until another is. */
  textColumn: ColumnRef | null
  onChange: (source: FieldSource | null) => void
  /** Dashed: shown and not taken yet. */
  suggestion?: FieldSource | undefined
  /** The field holds an amount, which may stand in parts. */
  isAmount?: boolean
  isInvalid?: boolean
  /** Right of the text, in place of the arrow. */
  action?: ReactNode
}

const item = 'flex min-h-[34px] cursor-default items-center gap-2.5 px-3 py-1 select-none data-[selected=true]:lit'

/** Where a field is taken from: a column, several, a fixed value, or nowhere. */
export function SourcePicker({
  label,
  source,
  columns,
  textColumn,
  onChange,
  suggestion,
  isAmount = false,
  isInvalid = false,
  action,
}: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  const shown = source ?? suggestion
  const text = shown && sourceText(shown, columns)
  const pick = (picked: FieldSource | null) => {
    onChange(picked)
    setIsOpen(false)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <div
        className={cn(
          'flex h-control w-full items-center rounded-2 border border-edge bg-sheet has-disabled:border-rule-strong has-disabled:bg-sunk',
          suggestion && !source && 'border-dashed border-attention',
          isInvalid && 'border-error',
        )}
      >
        <Popover.Trigger
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-label={text ? `${label}: ${text.label}` : label}
          aria-invalid={isInvalid || undefined}
          className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-2 px-2 text-left focus-visible:-outline-offset-1"
        >
          {text && text.tag !== '' && (
            <OriginTag kind={text.isCell ? 'cell' : 'rule'} className="min-w-[22px] text-center">
              {text.tag}
            </OriginTag>
          )}
          <span className={cn('min-w-0 flex-1 truncate', !text && 'text-ink-3')}>
            {text?.label ?? m.templates_pick_empty()}
          </span>
          {!action && <ChevronDown size={16} strokeWidth={1.5} className="text-ink-3" aria-hidden />}
        </Popover.Trigger>
        {action}
      </div>
      <Popover.Portal>
        <Popover.Content
          id={listId}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={leaveFocusElsewhere}
          className="z-70 w-80 max-w-[calc(100vw-1rem)] floating-in overflow-hidden rounded-3 bg-float shadow-float"
        >
          <SourceList source={source} columns={columns} textColumn={textColumn} isAmount={isAmount} onPick={pick} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function SourceList({
  source,
  columns,
  textColumn,
  isAmount,
  onPick,
}: Pick<Props, 'source' | 'columns' | 'textColumn'> & {
  isAmount: boolean
  onPick: (source: FieldSource | null) => void
}) {
  const chosen = source?.kind === 'source' || source?.kind === 'pattern' ? refKey(source.from) : null
  const first = columns[0]?.ref
  return (
    <Command loop label={m.templates_pick_search()}>
      <Command.Input
        placeholder={m.templates_pick_search()}
        className="h-10 w-full border-b border-rule bg-transparent px-3 text-14 outline-none"
      />
      <Command.List
        label={m.templates_pick_search()}
        className="max-h-[min(26rem,var(--radix-popover-content-available-height)-2.5rem)] overflow-y-auto py-1"
      >
        <Command.Empty className="px-3 py-2 text-ink-2">{m.shell_nothing_found()}</Command.Empty>
        <Command.Item
          value="empty"
          keywords={[m.templates_pick_empty()]}
          onSelect={() => onPick(null)}
          className={item}
        >
          <Tick isShown={source === undefined} />
          <span className="text-ink-2">{m.templates_pick_empty()}</span>
        </Command.Item>
        {columns.map((column) => (
          <Command.Item
            key={refKey(column.ref)}
            value={refKey(column.ref)}
            keywords={[refLabel(column.ref, columns), column.letter, ...column.samples]}
            onSelect={() => onPick({ kind: 'source', from: column.ref })}
            className={item}
          >
            <Tick isShown={chosen === refKey(column.ref)} />
            {column.letter !== '' && (
              <OriginTag kind="cell" className="min-w-[22px] text-center">
                {column.letter}
              </OriginTag>
            )}
            <span className="min-w-0 truncate">{refLabel(column.ref, columns)}</span>
            <span className="raw ml-auto max-w-36 flex-none truncate pl-3">{column.samples[0]}</span>
          </Command.Item>
        ))}
        <Command.Separator className="my-1 border-t border-rule" />
        {first &&
          combinations
            .filter(({ kind }) => kind !== 'sum' || isAmount)
            .map(({ kind, label, make }) => (
              <Command.Item
                key={kind}
                value={kind}
                keywords={[label()]}
                onSelect={() => {
                  const from = refOf(source) ?? (kind === 'choose' ? textColumn : null) ?? first
                  onPick(source?.kind === kind ? source : make(from))
                }}
                className={item}
              >
                <Tick isShown={source?.kind === kind} />
                {label()}
              </Command.Item>
            ))}
        <Command.Item
          value="constant"
          keywords={[m.templates_pick_constant()]}
          onSelect={() => onPick({ kind: 'constant', value: '' })}
          className={item}
        >
          <Tick isShown={source?.kind === 'constant'} />
          {m.templates_pick_constant()}
        </Command.Item>
      </Command.List>
    </Command>
  )
}

/** What can be made of several columns. */
const combinations: {
  kind: 'join' | 'first' | 'sum' | 'choose'
  label: () => string
  make: (ref: ColumnRef) => FieldSource
}[] = [
  { kind: 'join', label: m.templates_pick_join, make: (ref) => ({ kind: 'join', from: [ref], separator: ', ' }) },
  { kind: 'first', label: m.templates_pick_first, make: (ref) => ({ kind: 'first', from: [ref] }) },
  { kind: 'sum', label: m.templates_pick_sum, make: (ref) => ({ kind: 'sum', from: [ref] }) },
  {
    kind: 'choose',
    label: m.templates_pick_choose,
    make: (ref) => ({
      kind: 'choose',
      rules: [{ from: ref, match: 'contains', text: '', value: '' }],
      otherwise: null,
    }),
  },
]

function refOf(source: FieldSource | undefined): ColumnRef | null {
  return (source && columnsOfSource(source)[0]) ?? null
}

function Tick({ isShown }: { isShown: boolean }) {
  return <span className="w-4 flex-none text-fir">{isShown && <Check size={16} strokeWidth={1.5} aria-hidden />}</span>
}
