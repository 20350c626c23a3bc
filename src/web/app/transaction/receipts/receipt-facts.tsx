import { type FormEvent, useState } from 'react'
import * as m from '#messages'
import type { Receipt } from '#receipts/contract.ts'
import { formatAmount, readTypedAmount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

export function tellText({ suggestions }: Pick<Receipt, 'suggestions'>, isSearched: boolean): string {
  if (suggestions.length > 0) return m.receipts_tell_other()
  return isSearched ? m.receipts_tell_none() : m.receipts_tell()
}

/** What a person reads on a receipt that Radvis cannot read: amount in kronor, and day. */
export function ReceiptFacts({
  receipt,
  isPending,
  isSearched,
  onTell,
}: {
  receipt: Receipt
  isPending: boolean
  /** What was told was looked for. */
  isSearched: boolean
  onTell: (facts: { amount: { minor: number; currency: string }; date?: string }) => void
}) {
  const [amount, setAmount] = useState(receipt.amount ? formatAmount(receipt.amount.minor) : '')
  const [date, setDate] = useState(receipt.date ?? '')
  const [isTried, setIsTried] = useState(false)
  const minor = readTypedAmount(amount)
  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (minor) onTell({ amount: { minor, currency: receipt.amount?.currency ?? 'SEK' }, ...(date && { date }) })
  }
  return (
    <form
      aria-label={receipt.fileName}
      onSubmit={submit}
      noValidate
      className="flex max-w-xl flex-wrap items-start gap-3"
    >
      <p role="status" className="basis-full text-12 text-ink-2">
        {tellText(receipt, isSearched)}
      </p>
      <Field
        label={m.receipts_tell_amount()}
        error={isTried && !minor ? m.receipts_tell_amount_wrong() : null}
        className="flex-1 basis-36"
      >
        {(control) => (
          <TextInput
            {...control}
            size="normal"
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        )}
      </Field>
      <Field label={m.receipts_tell_date()} className="flex-1 basis-36">
        {(control) => (
          <TextInput
            {...control}
            size="normal"
            type="date"
            value={date}
            onChange={(event) => setDate(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        className="medium:mt-[26px]"
        disabled={isPending}
        aria-label={`${m.receipts_tell_do()}: ${receipt.fileName}`}
      >
        {m.receipts_tell_do()}
      </Button>
    </form>
  )
}
