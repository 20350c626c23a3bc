import { expect, test } from 'vitest'
import { namesNobody, namesNoCompany } from './names-nobody.ts'

test.each(['SWISH', 'PAYPAL 4029357733', 'APPLE PAY', 'Kortköp Sverige', 'Kortköp', 'Överföring 123', '1234567890'])(
  '%s names nobody',
  (text) => expect(namesNobody(text)).toBe(true),
)

test.each([
  'H&M',
  'H&M SVERIGE',
  'G4S',
  'X',
  'PAYPAL *SPOTIFY',
  'SWISH KAFÉ BRYGGAN',
  '3 Sverige',
  'APPLE',
  'Swedbank',
])('%s names somebody', (text) => expect(namesNobody(text)).toBe(false))

test.each(['SWISH', 'PAYPAL 4029357733', 'APPLE PAY', 'Kortköp', 'Överföring 123', '1234567890', 'VIPPS'])(
  '%s names no company, whatever a sheet says',
  (text) => expect(namesNoCompany(text)).toBe(true),
)

test.each(['GOOGLE', 'Klarna', 'KORTKÖP STRIPE', 'BOKADIREKT', 'klarna.com', 'Swedbank Pay'])(
  '%s may be the company that sells the service',
  (text) => expect([namesNobody(text), namesNoCompany(text)]).toEqual([true, false]),
)
