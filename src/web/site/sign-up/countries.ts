import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import swedish from 'i18n-iso-countries/langs/sv.json' with { type: 'json' }

type Names = { countries: Record<string, string | string[]> }

/** ISO 3166-1 alpha-2 codes with their names, sorted as the language sorts, Sweden first. */
export function listCountries(language: 'sv' | 'en'): { code: string; name: string }[] {
  const names = (language === 'sv' ? swedish : english) as Names
  return Object.entries(names.countries)
    .map(([code, name]) => ({ code, name: (Array.isArray(name) ? name[0] : name) ?? code }))
    .sort((a, b) => Number(b.code === 'SE') - Number(a.code === 'SE') || a.name.localeCompare(b.name, language))
}
