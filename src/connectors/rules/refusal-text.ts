import * as m from '#messages'

type Language = { locale?: 'sv' | 'en' }
type Text = (params: { target: string }, options?: Language) => string

/**
 * Fortnox's own codes (developer.fortnox.se, "Errors"; those of its predefined accounts from its OpenAPI document; 2000427,
 * 2000550, 2001393, 2001403, 2002141, 2002455, 2003330 and 2004054 as integrators describe them): what each says and what to do.
 */
const codeTexts: Record<string, Text> = {
  '1000003': m.posting_code_system,
  '1000030': m.posting_code_request,
  '1000031': m.posting_code_request,
  '2000106': m.posting_code_value,
  '2000108': m.posting_code_value,
  '2000134': m.posting_code_value,
  '2000204': m.posting_code_reference,
  '2000310': m.posting_problem_unauthorized,
  '2000311': m.posting_problem_unauthorized,
  '2000359': m.posting_code_characters,
  '2000401': m.posting_problem_period_locked,
  '2000423': m.posting_code_account,
  '2000427': m.posting_code_currency,
  '2000428': m.posting_code_reference,
  '2000429': m.posting_code_terms,
  '2000432': m.posting_code_reference,
  '2000433': m.posting_code_reference,
  '2000434': m.posting_problem_not_found,
  '2000439': m.posting_code_reference,
  '2000550': m.posting_code_account_inactive,
  '2000587': m.posting_code_request,
  '2000588': m.posting_code_request,
  '2000637': m.posting_code_number_used,
  '2000663': m.posting_problem_missing_scope,
  '2000719': m.posting_problem_unauthorized,
  '2000729': m.posting_code_request,
  '2000755': m.posting_code_unbalanced,
  '2001101': m.posting_problem_missing_licence,
  '2001103': m.posting_problem_missing_licence,
  '2001110': m.posting_problem_approval_required,
  '2001161': m.posting_code_project,
  '2001265': m.posting_code_account_unusable,
  '2001302': m.posting_code_reference,
  '2001304': m.posting_code_account,
  '2001322': m.posting_problem_approval_required,
  '2001392': m.posting_code_value,
  '2001393': m.posting_problem_missing_scope,
  '2001399': m.posting_code_request,
  '2001403': m.posting_code_predefined,
  '2001740': m.posting_code_file,
  '2002115': m.posting_code_request,
  '2002141': m.posting_problem_period_locked,
  '2002455': m.posting_problem_missing_scope,
  '2002462': m.posting_code_account_unusable,
  '2003095': m.posting_code_predefined,
  '2003115': m.posting_code_reverse,
  '2003125': m.posting_code_done_document,
  '2003127': m.posting_code_warehouse,
  '2003241': m.posting_code_request,
  '2003275': m.posting_problem_unauthorized,
  '2003277': m.posting_code_warehouse,
  '2003330': m.posting_problem_missing_scope,
  '2003399': m.posting_code_warehouse,
  '2004052': m.posting_code_account_unusable,
  '2004054': m.posting_problem_unauthorized,
}

/** What the other side's own code says and what to do, in the reader's language; null for one that nobody has told us of. */
export function refusalText(
  serviceCode: string | null | undefined,
  target = 'Fortnox',
  language: Language = {},
): string | null {
  return serviceCode ? (codeTexts[serviceCode]?.({ target }, language) ?? null) : null
}
