import type { ApprovableForm } from './approval/form.ts'
import { stockForms } from './inventory/approval-forms.ts'
import { taskForm } from './work/approval-form.ts'

/** Every kind of record that can ask for approval, one line a domain. Beside the domains' manifests, for approval's own entities are made of it. */
export const approvableForms: readonly ApprovableForm[] = [...stockForms, taskForm]
