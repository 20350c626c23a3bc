import { nastyTexts } from './nasty-texts.ts'
import type { Dice } from './random.ts'

type Lines = { lines: string[]; delimiter: string; dice: Dice }

const lineEnds = ['\n', '\r\n', '\r', '\n\n', '\n\r']
const delimiters = [';', ',', '\t', '|', ' ', '.']

/** Changes a text file as a text file: lines, cells, delimiters, quotes, line ends; markup by its tags. */
export function mutateText(bytes: Uint8Array, dice: Dice): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  if (text.trimStart().startsWith('<')) return Buffer.from(mutateTags(text, dice), 'latin1')
  const lines = text.split(/\r\n|\r|\n/)
  const delimiter = delimiters.find((sign) => lines.some((line) => line.split(sign).length > 3)) ?? ';'
  const changed = dice.one(changes)({ lines, delimiter, dice })
  return Buffer.from(typeof changed === 'string' ? changed : changed.join(dice.one(lineEnds)), 'latin1')
}

/** As bytes that Latin-1 writes back: two or three characters a letter for what is UTF-8 in the file. */
function nasty(dice: Dice): string {
  return Buffer.from(dice.one(nastyTexts), 'utf8').toString('latin1')
}

const changes: ((file: Lines) => string[] | string)[] = [
  function replaceCells({ lines, delimiter, dice }) {
    for (let i = 1 + dice.below(5); i > 0; i--) {
      const at = dice.below(lines.length)
      const cells = lines[at]!.split(delimiter)
      cells[dice.below(cells.length)] = dice.chance(50) ? nasty(dice) : `"${nasty(dice)}"`
      lines[at] = cells.join(delimiter)
    }
    return lines
  },
  function insertQuote({ lines, dice }) {
    const text = lines.join('\n')
    const at = dice.below(text.length + 1)
    return text.slice(0, at) + '"'.repeat(1 + dice.below(3)) + text.slice(at)
  },
  function quoteAll({ lines, delimiter }) {
    return lines.map((line) =>
      line
        .split(delimiter)
        .map((cell) => `"${cell}"`)
        .join(delimiter),
    )
  },
  function changeDelimiter({ lines, delimiter, dice }) {
    return lines.map((line) => line.split(delimiter).join(dice.one(delimiters)))
  },
  function changeOneDelimiter({ lines, delimiter, dice }) {
    const other = dice.one(delimiters)
    return lines.map((line) => line.split(delimiter).join(other))
  },
  function swapHeaders({ lines, delimiter, dice }) {
    const at = dice.below(Math.min(lines.length, 12))
    const cells = lines[at]!.split(delimiter)
    const [a, b] = [dice.below(cells.length), dice.below(cells.length)]
    ;[cells[a], cells[b]] = [cells[b]!, cells[a]!]
    lines[at] = cells.join(delimiter)
    return lines
  },
  function swapColumns({ lines, delimiter, dice }) {
    const [a, b] = [dice.below(8), dice.below(8)]
    return lines.map((line) => {
      const cells = line.split(delimiter)
      ;[cells[a], cells[b]] = [cells[b] ?? '', cells[a] ?? '']
      return cells.join(delimiter)
    })
  },
  function repeatRows({ lines, dice }) {
    const line = dice.one(lines)
    lines.splice(dice.below(lines.length), 0, ...Array<string>(1 + dice.below(400)).fill(line))
    return lines
  },
  function dropRows({ lines, dice }) {
    lines.splice(dice.below(lines.length), 1 + dice.below(4))
    return lines
  },
  function shuffleRows({ lines, dice }) {
    for (let i = 0; i < lines.length; i++) {
      const other = dice.below(lines.length)
      ;[lines[i], lines[other]] = [lines[other]!, lines[i]!]
    }
    return lines
  },
  function addPreamble({ lines, dice }) {
    return [...Array.from({ length: 1 + dice.below(50) }, () => nasty(dice)), ...lines]
  },
  function addColumns({ lines, delimiter, dice }) {
    const count = dice.one([1, 20, 600])
    return lines.map((line) => line + delimiter.repeat(count) + (dice.chance(10) ? nasty(dice) : ''))
  },
  function announceDelimiter({ lines, dice }) {
    return [`sep=${dice.one([...delimiters, '"', 'a', ''])}`, ...lines]
  },
]

/** Changes markup: HTML, or the XML of a part of a workbook. */
export function mutateTags(text: string, dice: Dice): string {
  const tags = text.split(/(?=<)/)
  for (let i = 1 + dice.below(6); i > 0; i--) {
    const at = dice.below(tags.length)
    const from = dice.one(tags)
    const roll = dice.below(6)
    if (roll === 0) tags.splice(at, 1)
    else if (roll === 1) tags.splice(at, 0, from)
    else if (roll === 2) tags[at] = (tags[at] ?? '').replace('>', dice.one(['', '/>', '>>', ' x="', '<']))
    else if (roll === 3) tags[at] = (tags[at] ?? '').replace(/>[^<]*/, () => `>${nasty(dice)}`)
    else if (roll === 4) tags[at] = (tags[at] ?? '').replace(/"[^"]*"/, () => `"${nasty(dice).slice(0, 50)}"`)
    else
      tags.splice(at, 0, dice.one(['<![CDATA[', ']]>', '<!--', '-->', '<?x', '<!DOCTYPE a [<!ENTITY b "c">]>', '&b;']))
  }
  return tags.join('')
}
