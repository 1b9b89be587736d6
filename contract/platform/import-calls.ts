import { z } from 'zod'
import { call } from '../call.ts'

export const maxImportBytes = 20 * 1024 * 1024
export const mostImportRows = 20_000
export const mostImportColumns = 60
/** So many faults are told; the annotated file holds all. */
export const mostFaultsTold = 200
/** So many of the cells that would change are told. */
export const mostChangesTold = 200

/** Answers a workbook: served outside `serve`. */
export const importTemplatePath = '/iam/v1/{tenant}/imports/{entity}/template'
/** What a file is for: new rows alone, or those that are there as well, found by their code. */
export const importModes = ['add', 'update'] as const
export type ImportMode = (typeof importModes)[number]
/**
 * Multipart: `entity`, `mode` (`add` where it is left out), `file`. Starts a check and answers its
 * job; served outside `serve`.
 */
export const importPath = '/iam/v1/{tenant}/imports'
export const startedImport = z.object({ jobId: z.int() })

const key = z.coerce.number().int().positive()
const importStates = [
  'checking',
  'checked',
  'refused',
  'cancelled',
  'applying',
  'imported',
] as const
const fault = z.object({ row: z.int(), column: z.string(), value: z.string(), reason: z.string() })
const change = z.object({ row: z.int(), column: z.string(), before: z.string(), after: z.string() })
/** What a check found; rows are numbered as the spreadsheet numbers them. */
const importResult = z.object({
  jobId: z.int(),
  entity: z.string(),
  fileName: z.string(),
  state: z.enum(importStates),
  progress: z.int(),
  /** Why the file was refused, or why nothing was written. */
  message: z.string().nullable(),
  rows: z.int(),
  valid: z.int(),
  faultCount: z.int(),
  faults: z.array(fault),
  mode: z.enum(importModes),
  /**
   * Of the valid rows: those that are new, those that say something else than what is there, and
   * those that say the same.
   */
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** Cells that would change; those of the first rows. */
  changes: z.array(change),
  /** Titles of columns that mean nothing here. */
  ignored: z.array(z.string()),
  annotatedUrl: z.string().nullable(),
  annotatedName: z.string().nullable(),
  /** The last import of the very same file. */
  sameAs: z.object({ realName: z.string().nullable(), at: z.string(), count: z.int() }).nullable(),
  applyJobId: z.int().nullable(),
  imported: z.int().nullable(),
})
export type ImportResult = z.infer<typeof importResult>
export const importOf = call({
  endpoint: 'GET /iam/v1/{tenant}/imports/{id}',
  summary: 'What the check of a file found, and how its import stands',
  access: 'signed-in',
  staleAfter: { job: true },
  input: z.object({ id: key }),
  answer: importResult,
})
/** A second call while the first works, or after it is done, answers the first's job. */
export const applyImport = call({
  endpoint: 'POST /iam/v1/{tenant}/imports/{id}/apply',
  summary: 'Import a checked file: all of it, or its valid rows',
  rate: 'import',
  access: 'signed-in',
  input: z.strictObject({ id: key, onlyValid: z.boolean().optional() }),
  answer: startedImport,
})
