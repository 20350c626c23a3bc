import type { ReceiptType } from '../contract.ts'

const beginnings: readonly { type: ReceiptType; bytes: readonly number[] }[] = [
  { type: 'jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
]

/** What a file is by its content; its name and what it calls itself are not asked. */
export function sniffFile(bytes: Uint8Array): ReceiptType | null {
  for (const { type, bytes: beginning } of beginnings)
    if (beginning.every((byte, index) => bytes[index] === byte)) return type
  // A PDF may begin with rubbish (ISO 32000-1, Annex H.3.4.1: within the first 1024 bytes).
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  return head.includes('%PDF-') ? 'pdf' : null
}
