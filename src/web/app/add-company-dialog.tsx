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
  const [found, setFound] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isAdding, setIsAdding] = useState(false)

  async function add(company: CompanyFields): Promise<void> {
    setProblem(null)
    setIsAdding(true)
    try {
      const body = { ...company, ...(mayBeFirm && isClient && { firmId: current.id }) }
      const answer = await api.post('/companies', { body, schema: added })
      keepAccount(answer)
      const chosen = answer.companies.find(({ id }) => id === answer.companyId)
      if (chosen) await goToCompany(chosen)
      showToast({ type: 'success', title: m.shell_company_added({ name: company.name }) })
      onClose()
    } catch (error) {
      setFound(errorsByField(error))
      setProblem(problemTitle(error))
    } finally {
      setIsAdding(false)
    }
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.shell_add_company_title()}
      description={m.shell_add_company_text()}
      actions={
        <>
          <Button onClick={onClose}>{m.shell_cancel_adding()}</Button>
          <Button type="submit" form={form} variant="primary" disabled={isAdding}>
            {m.shell_add_company_do()}
          </Button>
        </>
      }
    >
      <CompanyStep id={form} values={noCompany} found={found} problem={problem} onCreate={add}>
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

function errorsByField(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {}
  return Object.fromEntries(error.errors.map((one) => [`company.${one.path}`, fieldProblemText(one, '')]))
}
