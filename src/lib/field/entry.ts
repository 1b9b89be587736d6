import type { Clocks } from './act-time.ts'

/** A picture of an entry, or its sound; `url`: it has reached the server. */
export interface EntryPhoto {
  id: string
  name: string
  url?: string
  /** No picture but something that was said; so many bytes. */
  soundBytes?: number
}
/** Why an entry goes no further until its person has looked at it. */
export interface EntryProblem {
  status: number
  code: string
  message: string
  fields: Readonly<Record<string, string>>
  detail: Readonly<Record<string, unknown>>
  changedBy?: string | undefined
  /** The record as it stands at the server; null: it is out of reach. */
  theirs?: Readonly<Record<string, unknown>> | null
  /** A picture was refused, and nothing else was sent yet. */
  photo?: string
}
/** What can be done in the field; each is one call of the contract. */
export type EntryKind =
  | 'claim'
  | 'start'
  | 'reportOwn'
  | 'finish'
  | 'log'
  | 'countStart'
  | 'count'
  | 'signIn'
  | 'signOut'

/** Something that was done and has not been answered by the server. */
export interface Entry {
  id: string
  /** In this order. */
  at: number
  kind: EntryKind
  /** Entries of one subject go one after the other: `task/12`; those of a part after the whole's. */
  subject: string
  title: string
  input: Readonly<Record<string, unknown>>
  photos: readonly EntryPhoto[]
  /** Version of the record that it was done to; none: that which the entry before it makes. */
  version: number | null
  /** The phone's clock as it was done, and the last that was heard of the server's until then. */
  phoneAt: number
  heard: Clocks | null
  /** By the server's clock; fixed with the first try, so that each says the same. */
  actedAt?: string
  /** The same for every try of the same words. */
  key: string
  state: 'waiting' | 'sending' | 'stopped'
  problem?: EntryProblem | undefined
  tries: number
  /** A try was never answered: it may have arrived. */
  isUnsure: boolean
  /** Not before. */
  nextAt: number
}
/** What somebody has done; the queue adds the rest. */
export type Deed = Pick<Entry, 'kind' | 'subject' | 'title' | 'input' | 'version'> & {
  photos: readonly Omit<EntryPhoto, 'url'>[]
}
