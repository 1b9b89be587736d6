import { z } from 'zod'
import { call, nothing } from '../call.ts'
import { sealed } from './sign-in.ts'

/** Six digits of an authenticator, or a recovery code. */
export const otp = z.string().trim().min(6).max(20)
const state = z.object({ isOn: z.boolean(), recoveryLeft: z.int(), isRequired: z.boolean() })
const path = '/iam/stong/v1/users/second-factor'

// chosen: the specification has no second factor
export const secondFactor = call({
  endpoint: `GET ${path}`,
  summary: 'Whether the caller signs in with a second factor',
  access: 'signed-in',
  input: z.object({}),
  answer: state,
})
export const beginSecondFactor = call({
  endpoint: `POST ${path}`,
  summary: 'A key for an authenticator, shown this once; nothing asks for it until it is confirmed',
  access: 'signed-in',
  secret: true,
  lasting: true,
  input: z.object({ originalPassword: sealed }),
  answer: z.object({ setupKey: z.string(), link: z.string() }),
})
export const confirmSecondFactor = call({
  endpoint: `PUT ${path}`,
  summary: 'Turn the second factor on with its first code; answers recovery codes, shown this once',
  access: 'signed-in',
  secret: true,
  lasting: true,
  input: z.object({ otp }),
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
})
export const endSecondFactor = call({
  endpoint: `DELETE ${path}`,
  summary: 'Turn the second factor off',
  access: 'signed-in',
  lasting: true,
  input: z.object({ originalPassword: sealed, otp }),
  answer: nothing,
})
