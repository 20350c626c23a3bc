import { choice, hiddenFields } from '../consent-form.ts'
import type { AuthorizeRequest } from './oauth.ts'
import { escapeHtml, page } from './page-frame.ts'
import type { CompanyProfile } from './records.ts'

const kept = ['client_id', 'redirect_uri', 'scope', 'state', 'response_type', 'access_type', 'account_type']

/** Stands in for Fortnox's own page: which company, which rights, yes or no. */
export function consentPage(request: AuthorizeRequest, query: URLSearchParams, companies: CompanyProfile[]): string {
  const hidden = hiddenFields([...query].filter(([name]) => kept.includes(name)))
  const choices = companies
    .map(({ id, name, organisationNumber }, index) =>
      choice('radio', 'company', { value: id, text: name, note: organisationNumber, isChosen: index === 0 }),
    )
    .join('')
  return page(
    'Tillåt integrationen',
    `<main class="narrow">
<p class="meta">Fortnox sandlåda, för utveckling och prov</p>
<h1>Tillåt integrationen</h1>
<p><strong>${escapeHtml(request.clientId)}</strong> vill läsa och skriva i ett av företagen nedan.</p>
<form method="post" action="/oauth-v1/auth">
${hidden}
<fieldset><legend>Företag</legend>${choices}</fieldset>
<p class="meta">Rättigheter: ${request.scopes.map(escapeHtml).join(', ')}</p>
<div class="actions"><button class="primary" name="decision" value="allow">Tillåt</button><button name="decision" value="deny">Avbryt</button></div>
</form>
</main>`,
  )
}

export function problemPage(problem: string): string {
  return page(
    'Det gick inte att öppna',
    `<main class="narrow"><h1>Det gick inte att öppna</h1><p>${escapeHtml(problem)}</p></main>`,
  )
}
