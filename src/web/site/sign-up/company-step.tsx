import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useMemo } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import * as m from '#messages'
import { getLocale } from '#runtime'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { required, requiredEmail, requiredOrganisationNumber } from '../account-fields.ts'
import { FormProblem } from '../form-head.tsx'
import { listCountries } from './countries.ts'
import type { FoundErrors } from './user-step.tsx'

export type CompanyFields = {
  name: string
  organisationNumber: string
  address: string
  zipCode: string
  city: string
  country: string
  billingEmail: string
}
export const noCompany: CompanyFields = {
  name: '',
  organisationNumber: '',
  address: '',
  zipCode: '',
  city: '',
  country: 'SE',
  billingEmail: '',
}

type Props = {
  values: CompanyFields
  found: FoundErrors
  problem: string | null
  /** Left out: the buttons stand elsewhere, and name the form by its id. */
  onBack?: () => void
  onCreate: (company: CompanyFields) => Promise<void>
  id?: string
  /** Above the buttons. */
  children?: ReactNode
}

function companySchema() {
  return z.object({
    name: required(m.site_signup_company_name(), 100),
    organisationNumber: requiredOrganisationNumber(m.site_signup_number()),
    address: required(m.site_signup_address()),
    zipCode: required(m.site_signup_zip(), 20),
    city: required(m.site_signup_city(), 100),
    country: required(m.site_signup_country()),
    billingEmail: requiredEmail(m.site_signup_billing_email()),
  })
}

/** The second step: the company. */
export function CompanyStep({ values, found, problem, onBack, onCreate, id, children }: Props) {
  const {
    register,
    control: form,
    handleSubmit,
    formState,
    reset,
  } = useForm({ resolver: zodResolver(companySchema()), defaultValues: values })
  const errorOf = (name: keyof CompanyFields) =>
    formState.errors[name]?.message ?? (formState.dirtyFields[name] ? undefined : found[`company.${name}`])
  const countries = useMemo(
    () =>
      listCountries(getLocale()).map(({ code, name }) => ({ value: code, label: name, hint: code, keywords: [code] })),
    [],
  )
  const submit = handleSubmit(async (filledIn) => {
    await onCreate(filledIn)
    reset(filledIn) // what was found of a field stands at it until it is changed
  })
  return (
    <form id={id} method="post" onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <Field label={m.site_signup_company_name()} error={errorOf('name')}>
        {(control) => <TextInput autoComplete="organization" {...control} {...register('name')} />}
      </Field>
      <Field label={m.site_signup_number()} help={m.site_signup_number_help()} error={errorOf('organisationNumber')}>
        {(control) => (
          <TextInput inputMode="numeric" autoComplete="off" {...control} {...register('organisationNumber')} />
        )}
      </Field>
      <Field label={m.site_signup_address()} error={errorOf('address')}>
        {(control) => <TextInput autoComplete="street-address" {...control} {...register('address')} />}
      </Field>
      <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-4">
        <Field label={m.site_signup_zip()} error={errorOf('zipCode')}>
          {(control) => <TextInput autoComplete="postal-code" {...control} {...register('zipCode')} />}
        </Field>
        <Field label={m.site_signup_city()} error={errorOf('city')}>
          {(control) => <TextInput autoComplete="address-level2" {...control} {...register('city')} />}
        </Field>
      </div>
      <Field label={m.site_signup_country()} error={errorOf('country')}>
        {(control) => (
          <Controller
            control={form}
            name="country"
            render={({ field }) => (
              <Combobox
                {...control}
                value={field.value}
                onChange={field.onChange}
                options={countries}
                searchPlaceholder={m.site_signup_country_search()}
              />
            )}
          />
        )}
      </Field>
      <Field label={m.site_signup_billing_email()} error={errorOf('billingEmail')}>
        {(control) => <TextInput type="email" autoComplete="email" {...control} {...register('billingEmail')} />}
      </Field>
      {children}
      <FormProblem text={problem} />
      {onBack && (
        <>
          <Button type="submit" variant="primary" size="large" className="mt-1" disabled={formState.isSubmitting}>
            {m.site_signup_create()}
          </Button>
          <Button variant="quiet" size="large" onClick={onBack}>
            {m.site_signup_back()}
          </Button>
        </>
      )}
    </form>
  )
}
