type Mask = Map<string, Mask>

/** A partial answer, as Google's `fields` asks for it: `properties(title,locale),sheets(properties/title)`. */
export function applyMask(value: unknown, fields: string | undefined): unknown {
  return fields === undefined || fields === '*' ? value : cut(value, parse(fields))
}

export function hasField(fields: string | undefined, ...path: string[]): boolean {
  let mask: Mask | undefined = fields === undefined ? undefined : parse(fields)
  for (const name of path) mask = mask?.get(name)
  return mask !== undefined
}

function parse(fields: string): Mask {
  const root: Mask = new Map()
  const stack: Mask[] = [root]
  let here = root
  for (const [token] of fields.matchAll(/[^,()/]+|[,()/]/g)) {
    if (token === '(') stack.push(here)
    else if (token === ')') stack.pop()
    else if (token === ',') here = stack.at(-1) ?? root
    else if (token !== '/') here = below(here, token)
  }
  return root
}

function below(mask: Mask, name: string): Mask {
  const child: Mask = mask.get(name) ?? new Map()
  mask.set(name, child)
  return child
}

function cut(value: unknown, mask: Mask): unknown {
  if (mask.size === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => cut(one, mask))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const wanted = mask.get(name)
      return wanted === undefined ? [] : [[name, cut(part, wanted)]]
    }),
  )
}
