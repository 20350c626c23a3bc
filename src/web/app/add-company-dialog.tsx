import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { me } from '#accounts/contract.ts'
import * as m from '#messages'
import { ApiProblem, api } from '../api-client.ts'
import { fieldProblemText, problemTitle } from '../field-problems.ts'
import { keepAccount, useSession } from '../session.ts'
import { type CompanyFields, CompanyStep, noCompany } from '../site/sign-up/company-step.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toasts.tsx'
import { useGoToCompany } from './go-to-company.ts'

const form = 'add-company'
const added = me.extend({ companyId: z.uuid() })

/** A further company of this person's; on request a client company of the one they stand in, as accounting firms have. */
export function AddCompanyDialog({ onClose }: { onClose: () => void }) {
  const goToCompany = useGoToCompany()
  const current = useSession()?.company ?? null
  const mayBeFirm = current !== null && current.firm === null && current.role !== 'full'
  const [isClient, setIsClient] = useState(current?.isFirm === true)
  const add = useMutation({
    mutationFn: (company: CompanyFields) =>
      api.post('/companies', {
        body: { ...company, ...(mayBeFirm && isClient && { firmId: current.id }) },
        schema: added,
      }),
    onSuccess: (answer, { name }) => {
      keepAccount(answer)
      tell(name)
    },
    meta: { isToldInPlace: true },
  })
  // Whoever has closed the dialog by then stays where they are.
  const goOn = async ({ companies, companyId }: z.infer<typeof added>, { name }: CompanyFields) => {
    const chosen = companies.find(({ id }) => id === companyId)
    if (chosen) await goToCompany(chosen)
    tell(name) // there, no more as something of the company that was left
    onClose()
  }
  const create = (company: CompanyFields) =>
    add.mutateAsync(company, { onSuccess: goOn }).then(
      () => undefined,
      () => undefined, // told in the form
    )

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.shell_add_company_title()}
      description={m.shell_add_company_text()}
      actions={
        <>
          <Button onClick={onClose}>{m.shell_cancel_adding()}</Button>
          <Button type="submit" form={form} variant="primary" disabled={add.isPending}>
            {m.shell_add_company_do()}
          </Button>
        </>
      }
    >
      <CompanyStep
        id={form}
        values={noCompany}
        found={errorsByField(add.error)}
        problem={add.error && problemTitle(add.error)}
        onCreate={create}
      >
        {mayBeFirm && (
          <Checkbox
            checked={isClient}
            onChange={setIsClient}
            label={m.shell_add_company_client({ firm: current.name })}
            help={m.shell_add_company_client_help({ firm: current.name })}
          />
        )}
      </CompanyStep>
    </Dialog>
  )
}

const tell = (name: string) =>
  showToast({ type: 'success', title: m.shell_company_added({ name }), id: 'company-added' })

function errorsByField(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {}
  return Object.fromEntries(error.errors.map((one) => [`company.${one.path}`, fieldProblemText(one, '')]))
}
