import { z } from 'zod'
import { parseOrganisationNumber } from '#kernel/organisation-number.ts'
import { roles } from '#kernel/roles.ts'

/** They stand in letters that go out in our name, so they are one line. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u)

/** No address is longer, and those that are tried are kept for a while. */
const email = z.email().max(254)
export const password = z.string().min(10).max(128)

const language = z.enum(['sv', 'en'])

export const newUser = z.object({
  firstName: name,
  lastName: name,
  email,
  mobile: z.string().trim().min(1).max(30),
  password,
  /** The one they read Radvis in, and get letters in; Swedish unless told. */
  language: language.optional(),
})
export const newCompany = z.object({
  name,
  organisationNumber: z
    .string()
    .min(1)
    .transform((text, context) => {
      const parsed = parseOrganisationNumber(text)
      if (parsed === null)
        context.addIssue({
          code: 'custom',
          message: 'wrong check digit or length',
          params: { code: 'organisation-number-invalid' },
        })
      return parsed ?? text
    }),
  address: z.string().trim().min(1).max(200),
  zipCode: z.string().trim().min(1).max(20),
  city: name,
  /** ISO 3166-1 alpha-2 */
  country: z.string().regex(/^[A-Z]{2}$/),
  billingEmail: email,
})
export type NewCompany = z.infer<typeof newCompany>

/** POST /companies: a further company; with `firmId` a client of that firm. */
export const addCompanyRequest = newCompany.extend({ firmId: z.uuid().optional() })
export type AddCompanyRequest = z.infer<typeof addCompanyRequest>
/** PUT /companies/{id}/firm; null ends it. */
export const changeFirmRequest = z.object({ firmId: z.uuid().nullable() })

export const signUpRequest = z.object({ user: newUser, company: newCompany })
export type SignUpRequest = z.infer<typeof signUpRequest>

/** PUT /me/language */
export const changeLanguageRequest = z.object({ language })

export const signInRequest = z.object({ email, password: z.string().min(1).max(128) })
export const forgotPasswordRequest = z.object({ email })
export const resetPasswordRequest = z.object({ token: z.string().min(1), password })

export const me = z.object({
  user: z.object({
    id: z.uuid(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    mobile: z.string(),
    language: z.string(),
    memberSince: z.iso.datetime(),
  }),
  companies: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      organisationNumber: z.string(),
      role: z.enum(roles),
      /** The accounting firm whose client the company is. */
      firm: z.object({ id: z.uuid(), name: z.string() }).nullable(),
      /** It has client companies of its own. */
      isFirm: z.boolean(),
    }),
  ),
})
export const signedIn = me.extend({ token: z.string() })
export type Me = z.infer<typeof me>

/** GET /users: who belongs to the company, and who has been asked to. */
export const memberList = z.object({
  members: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      role: z.enum(roles),
      memberSince: z.iso.datetime(),
      isYou: z.boolean(),
    }),
  ),
  invitations: z.array(
    z.object({
      id: z.uuid(),
      email: z.string(),
      role: z.enum(roles),
      /** Who asked; null when that person is gone. */
      invitedBy: z.string().nullable(),
      expiresAt: z.iso.datetime(),
      isExpired: z.boolean(),
    }),
  ),
})
export type MemberList = z.infer<typeof memberList>

/** POST /users/invitations: sends a letter that is good for seven days; asked again for an address, the old one is void. */
export const inviteRequest = z.object({ email, role: z.enum(roles) })
export type InviteRequest = z.infer<typeof inviteRequest>
/** Its answer. `changedFrom`: the role that the address was invited to before, where it was another. */
export const inviteAnswer = memberList.extend({ changedFrom: z.enum(roles).nullable() })
/** PUT /users/{id}/role */
export const changeRoleRequest = z.object({ role: z.enum(roles) })

/** What stands in the letter's address. */
export const invitationSecret = z.object({ invitation: z.string().min(1).max(100) })
/** POST /auth/invitation: who asks whom to what. */
export const invitation = z.object({
  companyName: z.string(),
  invitedBy: z.string().nullable(),
  email: z.string(),
  role: z.enum(roles),
  /** The address has an account, which must sign in to accept. */
  hasAccount: z.boolean(),
})
export type Invitation = z.infer<typeof invitation>
/** POST /auth/invitation/sign-up: a new person joins. The address is the invitation's. */
export const joinRequest = invitationSecret.extend({ user: newUser.omit({ email: true }) })
export type JoinRequest = z.infer<typeof joinRequest>
