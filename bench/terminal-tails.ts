import type { TailStyle } from './merchant-texts.ts'

/**
 * The rules were mended by these, so that they hold them in place and prove nothing of texts that nobody has seen. What they
 * were made from, 40 of these merchants and ten of the web behind some fifty such tails, gave 354 suppliers for 50 on
 * 2026-11-24 before the mends, most of them of names parted by backslashes and of numbers glued to a name.
 */
export const sixthMerchants = [
  'CLAS OHLSON', 'ICA MAXI', 'CIRCLE K', 'OKQ8', 'BILTEMA', 'APOTEKET HJARTAT', 'BOLT', 'EASYPARK', 'PARKSTER', 'TAXI STOCKHOLM',
  'SYSTEMBOLAGET', 'ELGIGANTEN', 'DUSTIN', 'KJELL & COMPANY', 'IKEA', 'JULA', 'BAUHAUS', 'HORNBACH', 'POSTNORD', 'TELIA',
  'SCANDIC', 'ELITE HOTEL', 'PRESSBYRAN', 'MAX BURGERS', 'ESPRESSO HOUSE', 'WAYNES COFFEE', 'AHLENS', 'LYRECO', 'STAPLES', 'AKADEMIBOKHANDELN',
  'LINDEX', 'KAPPAHL', 'XXL SPORT', 'STADIUM', 'RUSTA', 'DOLLARSTORE', 'INGO', 'PREEM', 'ST1', 'SUSHI YAMA',
  'WILLYS', 'HEMKOP', 'LIDL', 'FLYGTAXI', 'COMVIQ', 'NORDIC WELLNESS', 'BRING', 'MIO', 'KICKS', 'SYNSAM',
] // biome-ignore format: one glance

export const sixthCities = [
  'STOCKHOLM', 'GOTEBORG', 'GÖTEBORG', 'MALMÖ', 'UPPSALA', 'Örebro', 'OEREBRO', 'LINKOPING', 'VASTERAS', 'HELSINGBORG',
  'JONKOPING', 'LUND', 'UMEA', 'GAVLE', 'BORAS', 'SODERTALJE', 'KARLSTAD', 'SOLNA', 'KISTA', 'KUNGENS KURVA', 'ARLANDA', 'VISBY',
] // biome-ignore format: one glance

export const sixthTails: readonly TailStyle[] = [
  ({ name, city }) => `${name}*${city}`,
  ({ name, city }) => `${name}>${city}`,
  ({ name, city }) => `${name}\\${city}\\`,
  ({ name, city }) => `${name}\\${city}\\SE`,
  ({ name, city, digits }) => `${name}\\STORGATAN ${digits(1)}\\${city}\\${digits(5)}  SWESWE`,
  ({ name, pick }) => `${pick(['CRV', 'PP', 'ADY', 'QLIRO', 'SVEA', 'WALLEY', 'TRUSTLY', 'VIPPS'])}*${name}`,
  ({ name, city, pick }) => `${pick(['SQ *', 'TST* ', 'ZETTLE_*', 'IZ *'])}${name} ${city}`,
  ({ name, pick }) => `${pick(['SWISH', 'APPLE PAY', 'GOOGLE PAY', 'NFC', 'Kontokort', 'Köp'])} ${name}`,
  ({ name, digits, pick }) => `${pick(['VISA', 'KORT *', 'MASTERCARD'])} ${digits(4)} ${name}`,
  ({ name, digits }) => `${name} ${digits(3)} ${digits(2)} LUND`,
  ({ name, digits }) => `${name} XXXX XXXX XXXX ${digits(4)}`,
  ({ name, digits }) => `${name} Kurs 11,${digits(4)} EUR 12,${digits(2)}`,
  ({ name, digits, pick }) => `${name} ${pick(['ID:', 'AUTH ', 'SEQ ', 'TRX', 'T', 'EC '])}${digits(7)}`,
  ({ name, letters, digits }) => `${name} ${letters(3)}-${digits(5)}`,
  ({ name, city, digits, pick }) => `${name} ${pick(['KASSA', 'AVD', 'POS'])} ${digits(3)} ${city}`,
  ({ name, city }) => `${name.padEnd(22)}${city.padEnd(13)}SE`,
  ({ name, city }) => `${name} ${city}`.slice(0, 25),
  ({ name, city }) => `${name.slice(0, 14)} ${city}`.slice(0, 22),
  ({ name, city }) => `${name} (${city})`,
  ({ name, city }) => `${name};${city};SE`,
  ({ name, digits }) => `${name}${digits(4)}`,
  ({ name, city, digits }) => `${name}-${digits(4)} ${city}`,
  ({ name, digits }) => `${name} | ${digits(6)}`,
  ({ name, digits }) => `Betalning ${name} ${digits(9)}`,
  ({ name, pick }) => `${name} ${pick(['SWEDEN', 'SVERIGE AB', 'GBG'])}`,
]
