import { z } from 'zod'
import { vatTypes } from '#kernel/supplier-invoice.ts'

export const vatType = z.enum(vatTypes)
export const matchKinds = ['exact', 'starts-with', 'contains'] as const

export const designation = z.object({ id: z.uuid(), match: z.enum(matchKinds), text: z.string() })
export type Designation = z.infer<typeof designation>

export const mappedSupplier = z.object({
  id: z.uuid(),
  supplierNumber: z.string(),
  supplierName: z.string(),
  account: z.number().int().min(1000).max(9999).nullable(),
  vatType: vatType.nullable(),
  designations: z.array(designation),
  updatedAt: z.iso.datetime(),
})
export type MappedSupplier = z.infer<typeof mappedSupplier>

/** PUT /mapped-suppliers: teaches that a text in files means this supplier, booked this way. Makes or updates. */
export const mapSupplierRequest = z.object({
  supplierNumber: z.string().min(1).max(50),
  account: z.number().int().min(1000).max(9999).nullable(),
  vatType: vatType.nullable(),
  /** New file designations to add. */
  designations: z.array(z.object({ match: z.enum(matchKinds), text: z.string().trim().min(1).max(200) })),
})
export type MapSupplierRequest = z.infer<typeof mapSupplierRequest>

/** PATCH /mapped-suppliers/{id}: replaces what is given. */
export const changeMappedSupplierRequest = z.object({
  account: z.number().int().min(1000).max(9999).nullable().optional(),
  vatType: vatType.nullable().optional(),
  designations: z.array(z.object({ match: z.enum(matchKinds), text: z.string().trim().min(1).max(200) })).optional(),
})
export type ChangeMappedSupplierRequest = z.infer<typeof changeMappedSupplierRequest>

/** POST /suppliers: creates a supplier in the accounting system. */
export const createSupplierRequest = z.object({
  name: z.string().trim().min(1).max(200),
  organisationNumber: z.string().trim().max(30).optional(),
  countryCode: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
})
export type CreateSupplierRequest = z.infer<typeof createSupplierRequest>

export const supplier = z.object({
  number: z.string(),
  name: z.string(),
  organisationNumber: z.string().nullable(),
  city: z.string().nullable(),
  isActive: z.boolean(),
  account: z.number().int().nullable(),
})
export type Supplier = z.infer<typeof supplier>
