import type { FastifyInstance } from 'fastify'
import type { OnBehalf, Write } from '#server/http/context.ts'

/** Something that is handed in to be decided, with what the conditions of its process look at. */
export interface Submission {
  /** Which form it is: the process is chosen by it. */
  formCode: string
  /** Id of the record among those of its form. */
  thirdId: number
  /** What people call it: the number of a document. */
  title: string
  facts: Readonly<Record<string, string | number | null>>
  /** Whom the submitter chose, where the process leaves that to them; account ids. */
  approverIds?: readonly number[]
}
export type Decision = 'approved' | 'rejected' | 'returned'

/** What a form does when its case is decided, in the transaction of the decision: both are there, or neither. */
export interface ApprovalForm {
  code: string
  decided(thirdId: number, decision: Decision, write: Write, context: OnBehalf): Promise<void>
}
declare module 'fastify' {
  interface FastifyInstance {
    approvalForms: Map<string, ApprovalForm>
  }
}
export const approvalForm = (app: FastifyInstance, form: ApprovalForm) => app.approvalForms.set(form.code, form)

/**
 * Opens a case for what was handed in, in the caller's transaction. Answers `approved` where nobody needs to be asked;
 * the caller then does what an approval does, and `decided` is not called.
 * Errors: 409 when a case of the record is open.
 */
export async function startApproval(_write: Write, _context: OnBehalf, _submission: Submission): Promise<'submitted' | 'approved'> {
  return 'approved'
}

/** Takes a case back before anybody has decided. Errors: 409 when somebody has, 404 when there is none. */
export async function withdrawApproval(_write: Write, _context: OnBehalf, _of: Pick<Submission, 'formCode' | 'thirdId'>): Promise<void> {
  return Promise.resolve()
}
