import { choice, hiddenFields } from '../consent-form.ts'
import { escapeHtml, page } from '../fortnox/page-frame.ts'
import type { AuthorizeRequest } from './oauth.ts'
import type { World } from './world.ts'

/** Stands in for Google's pages: which account, which rights, which files, yes or no. */
export function consentPage(world: World, request: AuthorizeRequest, query: URLSearchParams): string {
  const accounts = world.users
    .map((user, index) =>
      choice('radio', 'account', { value: user.id, text: user.name, note: user.email, isChosen: index === 0 }),
    )
    .join('')
  const scopes = request.scopes
    .map((scope) =>
      choice('checkbox', 'granted', {
        value: scope,
        text: 'Se och ändra filer du väljer',
        note: scope.split('/').at(-1) ?? scope,
        isChosen: true,
      }),
    )
    .join('')
  const files = [...world.shelf.table('documents').values()].filter(
    ({ id }) => request.fileIds.length === 0 || request.fileIds.includes(id),
  )
  const picker = request.picksFiles
    ? `<fieldset><legend>Filer för Radvis</legend>${files
        .map((file, index) => {
          const owners = world.users.filter((user) => file.users.includes(user.id)).map((user) => user.email)
          return choice('checkbox', 'file', {
            value: file.id,
            text: file.name,
            note: owners.join(', '),
            isChosen: index === 0,
          })
        })
        .join('')}</fieldset>`
    : ''
  return page(
    'Välj ett konto',
    `<main class="narrow">
<p class="meta">Google sandlåda, för utveckling och prov</p>
<h1>Radvis vill komma åt ditt Google-konto</h1>
<form method="post" action="">
${hiddenFields(query)}
<fieldset><legend>Konto</legend>${accounts}</fieldset>
<fieldset><legend>Radvis får</legend>${scopes}</fieldset>
${picker}
<div class="actions"><button class="primary" name="decision" value="allow">Fortsätt</button><button name="decision" value="deny">Avbryt</button></div>
</form>
</main>`,
  )
}

export function problemPage(problem: string): string {
  return page('Åtkomst spärrad', `<main class="narrow"><h1>Åtkomst spärrad</h1><p>${escapeHtml(problem)}</p></main>`)
}
