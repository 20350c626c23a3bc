import type { CompanyProfile, CompanySettings } from '../records.ts'

export type CompanySeed = {
  profile: CompanyProfile
  settings?: Partial<CompanySettings>
  suppliers: readonly {
    name: string
    organisationNumber: string
    city: string
    account?: string
    countryCode?: string
    currency?: string
  }[]
}

export const usualSuppliers: CompanySeed['suppliers'] = [
  { name: 'Kontorsgiganten Sverige AB', organisationNumber: '556677-8899', city: 'Borås', account: '6110' },
  { name: 'Nordtele Mobil AB', organisationNumber: '556102-3044', city: 'Solna', account: '6212' },
  { name: 'Bergslagens Drivmedel AB', organisationNumber: '556310-5575', city: 'Örebro', account: '5611' },
  {
    name: 'Molnverket Hosting Ltd',
    organisationNumber: '',
    city: 'Dublin',
    account: '6540',
    countryCode: 'IE',
    currency: 'EUR',
  },
  { name: 'Hotell Ängslyckan', organisationNumber: '556410-2688', city: 'Uppsala', account: '5831' },
]

/** The first is an ordinary company; each of the others has one thing that a client must cope with. */
export const companySeeds: readonly CompanySeed[] = [
  {
    profile: {
      id: '1001',
      name: 'Fjällbruket AB',
      organisationNumber: '559000-1235',
      address: 'Bruksvägen 1',
      zipCode: '83131',
      city: 'Östersund',
      countryCode: 'SE',
    },
    suppliers: usualSuppliers,
  },
  {
    profile: {
      id: '1002',
      name: 'Strandkanten Konsult HB',
      organisationNumber: '969701-2392',
      address: 'Hamngatan 3',
      zipCode: '45130',
      city: 'Uddevalla',
      countryCode: 'SE',
    },
    settings: { accountingMethod: 'CASH' },
    suppliers: usualSuppliers,
  },
  {
    profile: {
      id: '1003',
      name: 'Björklunda Bygg AB',
      organisationNumber: '559002-2470',
      address: 'Industrivägen 8',
      zipCode: '35246',
      city: 'Växjö',
      countryCode: 'SE',
    },
    settings: { lockedPeriod: '2026-06-30' },
    suppliers: usualSuppliers,
  },
  {
    profile: {
      id: '1004',
      name: 'Kvarnforsens Handel AB',
      organisationNumber: '559003-3709',
      address: 'Kvarngränd 1',
      zipCode: '78433',
      city: 'Borlänge',
      countryCode: 'SE',
    },
    settings: { approval: 'simple' },
    suppliers: usualSuppliers,
  },
]
