import * as m from '#messages'
import type { SupplierProblem } from '#suppliers/contract.ts'
import { ApiProblem, type FieldProblem } from '../../api-client.ts'
import { fieldProblemText } from '../../field-problems.ts'
import { hasProblemText, problemText } from '../../problem-text.ts'

type Params = Record<string, string | number>

const texts: Record<SupplierProblem, (params: Params) => string> = {
  'supplier-unknown': () => m.suppliers_problem_supplier_unknown(),
  'supplier-inactive': () => m.suppliers_problem_supplier_inactive(),
  'supplier-exists': ({ supplierName = '', supplierNumber = '' }) =>
    m.suppliers_problem_supplier_exists({ supplierName, supplierNumber }),
  'supplier-being-created': ({ name = '' }) => m.suppliers_problem_supplier_being_created({ name }),
  'account-unknown': ({ account = '' }) => m.suppliers_problem_account_unknown({ account }),
  'account-inactive': ({ account = '' }) => m.suppliers_problem_account_inactive({ account }),
  'designation-taken': ({ supplierName = '' }) => m.suppliers_problem_designation_taken({ supplierName }),
  'designation-twice': ({ supplierName = '', row = '' }) =>
    m.suppliers_problem_designation_twice({ supplierName, row }),
  'designation-names-nobody': () => m.suppliers_problem_designation_names_nobody(),
  'designation-too-short': () => m.suppliers_problem_designation_too_short(),
  'organisation-number-invalid': () => m.suppliers_problem_organisation_number_invalid(),
  'supplier-number-missing': () => m.suppliers_problem_supplier_number_missing(),
  'supplier-twice': ({ row = '' }) => m.suppliers_problem_supplier_twice({ row }),
  'account-unreadable': () => m.suppliers_problem_account_unreadable(),
  'vat-unreadable': () => m.suppliers_problem_vat_unreadable(),
  'designation-too-long': () => m.suppliers_problem_designation_too_long(),
  'supplier-mapped-again': ({ supplierName = '' }) => m.suppliers_problem_supplier_mapped_again({ supplierName }),
  'suppliers-changed': ({ rows = '' }) =>
    rows === '' ? m.suppliers_problem_suppliers_changed() : m.suppliers_problem_suppliers_changed_rows({ rows }),
  'sheet-without-numbers': () => m.suppliers_problem_sheet_without_numbers(),
  'sheet-column-twice': ({ column = '' }) => m.suppliers_problem_sheet_column_twice({ column }),
  'sheet-id-unreadable': () => m.suppliers_problem_sheet_id_unreadable(),
  'sheet-mapping-gone': () => m.suppliers_problem_sheet_mapping_gone(),
  'sheet-number-differs': ({ supplierNumber = '' }) => m.suppliers_problem_sheet_number_differs({ supplierNumber }),
  'sheet-name-differs': ({ supplierNumber = '', supplierName = '' }) =>
    m.suppliers_problem_sheet_name_differs({ supplierNumber, supplierName }),
  'changed-since-download': () => m.suppliers_problem_changed_since_download(),
}

export function supplierProblemText({ code, params }: { code: SupplierProblem; params: Params }): string {
  return texts[code](params)
}

/** What is wrong with each field of a request about suppliers, by path. */
export function supplierProblems(error: unknown, nameOf: (path: string) => string): Map<string, string> {
  if (!(error instanceof ApiProblem)) return new Map()
  return new Map(error.errors.map((problem) => [problem.path, textOf(problem, nameOf)]))
}

function textOf(problem: FieldProblem, nameOf: (path: string) => string): string {
  const text = texts[problem.code as SupplierProblem] as ((params: Params) => string) | undefined
  if (text) return text(problem.params ?? {})
  if (problem.path !== 'file' || !hasProblemText(problem.code)) return fieldProblemText(problem, nameOf(problem.path))
  // No bank or card issuer has the sheet, which what is said of a file of a known kind sends one to.
  const { kind: _, ...params } = problem.params ?? {}
  return problemText({ code: problem.code, params })
}
