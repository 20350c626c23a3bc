import { choice, hiddenFields } from '../consent-form.ts'
import { escapeHtml, page } from '../fortnox/page-frame.ts'
import type { AuthorizeRequest } from './oauth.ts'
import type { World } from './world.ts'

/** Stands in for Airtable's own page: which account, which bases, yes or no. */
export function consentPage(world: World, request: AuthorizeRequest, query: URLSearchParams): string {
  const accounts = world.users
    .map((user, index) =>
      choice('radio', 'account', { value: user.id, text: user.email, note: '', isChosen: index === 0 }),
    )
    .join('')
  const bases = [...world.shelf.table('bases').values()]
    .map((base) => {
      const owners = world.users.filter((user) => base.users.includes(user.id)).map((user) => user.email)
      return choice('checkbox', 'base', { value: base.id, text: base.name, note: owners.join(', '), isChosen: true })
    })
    .join('')
  return page(
    'Ge åtkomst',
    `<main class="narrow">
<p class="meta">Airtable sandlåda, för utveckling och prov</p>
<h1>Radvis vill läsa i Airtable</h1>
<form method="post" action="">
${hiddenFields(query)}
<fieldset><legend>Konto</legend>${accounts}</fieldset>
<fieldset><legend>Baser</legend>${bases}</fieldset>
<p class="meta">Rättigheter: ${request.scopes.map(escapeHtml).join(', ')}</p>
<div class="actions"><button class="primary" name="decision" value="allow">Ge åtkomst</button><button name="decision" value="deny">Avbryt</button></div>
</form>
</main>`,
  )
}

export function problemPage(problem: string): string {
  return page('Det gick inte', `<main class="narrow"><h1>Det gick inte</h1><p>${escapeHtml(problem)}</p></main>`)
}
