/** What a mask names, and how far down: an empty map takes everything below. */
type Mask = Map<string, Mask>

const cell =
  'userEnteredValue,effectiveValue,formattedValue,userEnteredFormat*,effectiveFormat*,hyperlink,note,textFormatRuns*,dataValidation*,pivotTable*'
const dimension = 'hiddenByFilter,hiddenByUser,pixelSize,developerMetadata*,dataSourceColumnReference*'
const range = 'sheetId,startRowIndex,endRowIndex,startColumnIndex,endColumnIndex'
const grid =
  'rowCount,columnCount,frozenRowCount,frozenColumnCount,hideGridlines,rowGroupControlAfter,columnGroupControlAfter'
const tab = `sheetId,title,index,sheetType,gridProperties(${grid}),hidden,tabColor*,tabColorStyle*,rightToLeft,dataSourceSheetProperties*`
const data = `startRow,startColumn,rowData(values(${cell})),rowMetadata(${dimension}),columnMetadata(${dimension})`
const others =
  'conditionalFormats*,filterViews*,protectedRanges*,basicFilter*,charts*,bandedRanges*,developerMetadata*,rowGroups*,columnGroups*,slicers*,tables*'

/** `name*`: below it every name is taken for one that is there. */
export const spreadsheetFields = parse(
  `spreadsheetId,spreadsheetUrl,properties(title,locale,autoRecalc,timeZone,defaultFormat*,iterativeCalculationSettings*,spreadsheetTheme*,importFunctionsExternalUrlAccessAllowed),sheets(properties(${tab}),data(${data}),merges(${range}),${others}),namedRanges*,developerMetadata*,dataSources*,dataSourceSchedules*`,
)
export const driveFileFields = parse(
  'kind,id,name,mimeType,version,trashed,explicitlyTrashed,modifiedTime,createdTime,ownedByMe,capabilities*,owners*,parents,shared,webViewLink,headRevisionId,isAppAuthorized,driveId,size',
)
export const driveListFields = parse(
  'kind,nextPageToken,incompleteSearch,files(kind,id,name,mimeType,version,trashed,modifiedTime,createdTime,capabilities*,owners*,driveId)',
)
export const aboutFields = parse('kind,user(kind,displayName,photoLink,me,permissionId,emailAddress),storageQuota*')

/** `a,b(c,d),e/f` and `e.f`; throws where brackets do not fit. */
export function parse(text: string): Mask {
  const mask: Mask = new Map()
  let at = 0
  function names(into: Mask): void {
    do {
      const [path = ''] = /^[\w*./]+/.exec(text.slice(at)) ?? []
      if (path === '') throw new Error(`a name is missing at ${at}`)
      at += path.length
      let below = into
      for (const name of path.split(/[./]/)) {
        const next = below.get(name) ?? new Map()
        below.set(name, next)
        below = next
      }
      if (text[at] !== '(') continue
      at += 1
      names(below)
      if (text[at++] !== ')') throw new Error('a bracket is not closed')
    } while (text[at] === ',' && ++at)
  }
  names(mask)
  if (at < text.length) throw new Error(`nothing may follow at ${at}`)
  return mask
}

/** The first name in a mask that the answer never has; null where all are known. */
export function unknownName(mask: Mask, known: Mask): string | null {
  for (const [name, below] of mask) {
    if (name === '*' || known.has(`${name}*`)) continue
    const there = known.get(name)
    if (!there) return name
    const deeper = unknownName(below, there)
    if (deeper !== null) return `${name}.${deeper}`
  }
  return null
}

/** What the mask names, and nothing else: messages that are there stay, if only as `{}`. */
export function pick(value: unknown, mask: Mask): unknown {
  if (mask.size === 0 || mask.has('*') || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => pick(one, mask))
  const picked = Object.entries(value).flatMap(([name, below]): [string, unknown][] => {
    const deeper = mask.get(name)
    return deeper && below !== undefined ? [[name, pick(below, deeper)]] : []
  })
  return Object.fromEntries(picked)
}

/** Whether cells are asked for, which a mask does by naming them. */
export const wantsData = (mask: Mask) => mask.get('sheets')?.has('data') ?? false
