/** Numbers of ISO 4217, which card networks write for a currency: those of the currencies that cards are used in. */
const numbers = `
  752 SEK | 978 EUR | 840 USD | 826 GBP | 578 NOK | 208 DKK | 352 ISK | 756 CHF | 985 PLN | 203 CZK | 348 HUF | 946 RON |
  975 BGN | 941 RSD | 807 MKD | 008 ALL | 977 BAM | 980 UAH | 498 MDL | 949 TRY | 981 GEL | 051 AMD | 944 AZN | 398 KZT |
  036 AUD | 124 CAD | 554 NZD | 392 JPY | 156 CNY | 344 HKD | 446 MOP | 901 TWD | 410 KRW | 702 SGD | 458 MYR | 764 THB |
  360 IDR | 608 PHP | 704 VND | 116 KHR | 418 LAK | 356 INR | 144 LKR | 050 BDT | 524 NPR | 586 PKR | 462 MVR |
  784 AED | 682 SAR | 634 QAR | 414 KWD | 048 BHD | 512 OMR | 400 JOD | 422 LBP | 376 ILS | 818 EGP | 504 MAD | 788 TND |
  012 DZD | 710 ZAR | 404 KES | 834 TZS | 800 UGX | 646 RWF | 230 ETB | 566 NGN | 936 GHS | 952 XOF | 950 XAF | 480 MUR |
  690 SCR | 967 ZMW | 072 BWP | 516 NAD | 484 MXN | 986 BRL | 032 ARS | 152 CLP | 170 COP | 604 PEN | 858 UYU | 068 BOB |
  600 PYG | 188 CRC | 320 GTQ | 340 HNL | 558 NIO | 590 PAB | 214 DOP | 388 JMD | 044 BSD | 052 BBD | 780 TTD | 953 XPF`
const codes = new Map(
  numbers.split('|').map((pair) => {
    const [number = '', code = ''] = pair.trim().split(' ')
    return [number, code]
  }),
)

/** `752`, or `36` where a workbook has taken the zero before it away; null for what is no such number. */
export function currencyOfNumber(text: string): string | null {
  const number = text.trim()
  return /^\d{1,3}$/.test(number) ? (codes.get(number.padStart(3, '0')) ?? null) : null
}
