import type { Scene } from '@antv/l7'
import type { ComponentType, ReactNode } from 'react'
import { nameKey, type Codes, type Entity } from '#contract/entity.ts'
import type { Field } from '#contract/field.ts'
import type { Position } from '#contract/ground.ts'
import type { Screen } from '#contract/screen.ts'
import type { CellProps, InputProps, OwnFilter } from '#src/kit/fields/kind.ts'
import type { FormKind, FormValue } from '#src/kit/form/values/form-value.ts'
import { optionsKey, commonActions, type Translate } from './label.ts'

export type Row = Record<string, unknown> & { id: number; objectVersionNumber?: number }
export type LazyPage = () => Promise<{ default: ComponentType }>
export interface ActionDialogProps {
  row: Row
  /** All that were chosen; `row` is the first. */
  rows: readonly Row[]
  /** Called when the dialog goes; `changed` refreshes the list. */
  onClose: (changed: boolean) => void
}
export interface FormFooterProps {
  value: FormValue
  /** The fields of the form. */
  names: readonly string[]
  kind: FormKind
  id: number | undefined
}
export interface ListFooterProps {
  /** What the list asks of its service, but for the page. */
  query: Readonly<Record<string, string>>
  /** When its rows were looked up last. */
  at: number
}
export interface ShowFooterProps {
  row: Row
}
type LazyListFooter = () => Promise<{ default: ComponentType<ListFooterProps> }>
interface SummaryLinesProps {
  entity: Entity
  row: Row
  /** As it was handed in before: what is different is marked. */
  previous: Row | null
}
type LazySummaryLines = () => Promise<{ default: ComponentType<SummaryLinesProps> }>
export type LazyDialog = () => Promise<{ default: ComponentType<ActionDialogProps> }>
export interface CardViewProps {
  resource: AnyResource
  rows: readonly Row[]
}
/** Draws on a map that is there; `areas` are the bases of the rows that it shows, none where the rows have no base. */
export interface MapLayerProps {
  scene: Scene
  areas: readonly number[]
  /** Where the map draws a place in WGS84. */
  shownAt: (at: Position) => Position
}
export type LazyMapLayer = () => Promise<{ default: ComponentType<MapLayerProps> }>
export type LazyCardView = () => Promise<{ default: ComponentType<CardViewProps> }>
export type OpenIn = 'page' | 'drawer'
type BulkWord = (t: Translate, rows: readonly Row[]) => string

type Names<E extends Entity> = Extract<keyof E['fields'], string>
type Actions<E extends Entity> = Extract<keyof E['permissions'], string>

/** What a person sees of one kind of record: the whole of a regular screen. */
interface Resource<E extends Entity = Entity> {
  entity: E
  screen: Screen
  list: {
    columns: readonly Names<E>[]
    /** Of the columns, those that wait in the column settings. */
    more?: readonly Names<E>[]
    /** Flags that a row says beside its name while they hold. */
    marks?: readonly Names<E>[]
    /** Of the marks, those that say that something is wrong. */
    faults?: readonly Names<E>[]
    /** Amounts of the same kind in each row, added up beneath their column. */
    totals?: readonly Names<E>[]
    /** Of the columns, those that a phone's cards show too; omitted means all. */
    onPhone?: readonly Names<E>[]
    /** A phone's cards have the one verb of a row outside their menu, too. */
    isVerbOnCard?: true
    filters?: readonly Names<E>[]
    /** Of the filters, those that offer other rows than their kind does. */
    ownFilters?: Readonly<Partial<Record<Names<E>, OwnFilter>>>
    /** `show` needs no code of its own: whoever may list may look. */
    rowActions?: readonly (Actions<E> | 'show')[]
    bulkActions?: readonly Actions<E>[]
    /** What an action does to the chosen rows, where its name alone does not say. */
    bulkWords?: Readonly<Partial<Record<Actions<E>, BulkWord>>>
    /** Puts the chosen rows on paper, in one go. */
    printRows?: LazyDialog
    /** A `polygon` by which the rows can be looked at on a map. */
    map?: Names<E>
    /** What stands on that map besides the rows. */
    mapLayer?: LazyMapLayer
    /** What stands above the rows, such as how many need somebody. */
    above?: LazyPage
    /** What stands beneath them, such as what all that the filters find adds up to. */
    listFooter?: LazyListFooter
    /** Another way to look at the rows: all that the filters find, grouped as it likes. */
    cardView?: LazyCardView
  }
  /** Form rows, left to right; omitted means the list has no add and no edit. */
  form?: readonly (readonly Names<E>[])[]
  /** Where create, edit and show open; a drawer unless said. */
  open?: { create?: OpenIn; edit?: OpenIn; show?: OpenIn }
  /** Child pages that are not generated: path under the route → lazy page. Under a generated path it is drawn instead. */
  pages?: Readonly<Record<string, LazyPage>>
  /** Where else whoever may not open the screen finds what its address names; `otherwise`: nowhere. */
  elsewhere?: () => Promise<{ default: ComponentType<{ otherwise: ReactNode }> }>
  /** Lies over the list and opens itself when the address asks for it. */
  listOverlay?: LazyPage
  /** A field that shows itself in its own way. */
  cells?: Readonly<Partial<Record<Names<E>, ComponentType<CellProps>>>>
  /** A field that is filled in in its own way; drawn within a Suspense, so that it may come with the form. */
  inputs?: Readonly<Partial<Record<Names<E>, ComponentType<InputProps>>>>
  /** What is asked next of a record that was just made, by its dialog. */
  created?: Actions<E>
  /** Where a record that was just made goes on: on a page of its own; null: nowhere. */
  leadsTo?: (row: Row) => Promise<string | null>
  /** What stands under the fields of the form and looks at what is being entered. */
  formFooter?: ComponentType<FormFooterProps>
  /** What stands beneath a record's fields where it is shown, such as what others know of it. */
  showFooter?: ComponentType<ShowFooterProps>
  /** Labels of a record beside its own, such as those of the units in which it comes. */
  moreLabels?: (row: Row) => readonly MoreLabel[]
  /** What is said before rows are deleted, such as what names them; null: nothing. */
  beforeDelete?: (rows: readonly Row[]) => Promise<ReactNode>
  /** What is read of a record by whoever decides about it: some of its fields, its lines in a way of their own. */
  summary?: {
    fields: readonly Names<E>[]
    /** Fields that take a whole row. */
    wide?: readonly Names<E>[]
    lines?: LazySummaryLines
  }
  /** An action that asks something first. */
  dialogs?: Readonly<Partial<Record<Actions<E>, LazyDialog>>>
  /** An action that leads elsewhere, such as to a form that is filled in: the address, as of a day. */
  opens?: Readonly<Partial<Record<Actions<E>, (row: Row, today: string) => Promise<string>>>>
  /** What is begun while the dialog is drawn: called as the mouse goes down and at the click, it begins once. */
  begins?: Readonly<Partial<Record<Actions<E>, (row: Row) => void>>>
}

/** A further label of a record. */
export interface MoreLabel {
  /** Said beside the record's name: a unit, in the language of who prints, and how much it is. */
  unit: string
  amount: string
  /** What it is read by, where that is a code of its own. */
  code: string | null
  /** What its address has beside the record's. */
  query: string
}
/** A screen that the engine does not draw. */
interface BespokeScreen {
  screen: Screen
  page: LazyPage
  pages?: Readonly<Record<string, LazyPage>>
}
export type AnyResource = Resource<any>
export type Definition = AnyResource | BespokeScreen

export const resource = <const E extends Entity>(
  entity: E,
  spec: Omit<Resource<E>, 'entity'>,
): Resource<E> => ({ entity, ...spec })
export const screenPage = (spec: BespokeScreen): BespokeScreen => spec

export const isResource = (definition: Definition): definition is AnyResource =>
  'entity' in definition

/** Path of a generated screen under the resource's route (add, edit/{id}, info/{id}). */
export const childPaths = { create: 'add', edit: 'edit/:id', show: 'info/:id' } as const

/** The codes a screen asks: its own opening code as `list`, its buttons by action. */
export function codesOf({ screen }: Pick<Definition, 'screen'>): Codes {
  return { ...(screen.permission ? { list: screen.permission } : {}), ...screen.buttons }
}

/** Units that are words; signs (%, °C) stand as they are. */
const unitsOf = ({ unit, columns = {} }: Field): string[] => [
  ...(unit && /^[a-z]+$/i.test(unit) ? [`common:units.${unit}`] : []),
  ...Object.values(columns).flatMap(unitsOf),
]
/** Every label a definition can ask for; `tests/laws` checks that both languages hold exactly these. */
export function labelsOf({
  name,
  calledAs,
  module,
  fields,
  permissions,
  variantOf,
}: Entity): string[] {
  if (variantOf)
    return [
      `${module}:${nameKey({ name, calledAs })}`,
      ...Object.values(fields).flatMap(({ calledAs }) =>
        calledAs ? [`${module}:${variantOf.entity}.fields.${calledAs}`] : [],
      ),
    ]
  const own = (rest: string) => `${module}:${name}.${rest}`
  return [
    `${module}:${nameKey({ name, calledAs })}`,
    ...Object.entries(fields).flatMap(([field, f]) => [
      ...(f.kind === 'id' ? [] : [own(`fields.${field}`)]),
      ...(f.kind === 'flag'
        ? []
        : Object.keys({ ...f.codes, ...f.filterCodes }).map(
            (code) => `${optionsKey({ name, module, fields }, field)}.${code}`,
          )),
      ...Object.keys(f.columns ?? {}).map((column) => own(`lines.${field}.${column}`)),
      ...unitsOf(f),
    ]),
    ...Object.keys(permissions)
      .filter((action) => !commonActions.has(action))
      .map((action) => own(`actions.${action}`)),
  ]
}
