import { Select, type RefSelectProps } from 'antd'
import {
  memo,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { useTranslation } from 'react-i18next'
import { listSkus } from '#contract/inventory/sku-calls.ts'
import { labelledProduct } from '#contract/inventory/sku-reading.ts'
import { fetchCall, useCallPages } from '#src/kit/calls/use-call.ts'
import { useDebounced } from '#src/kit/fields/ref/use-options.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { isComposing } from '#src/lib/ime.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { itemByCode } from './find-item.ts'
import type { Item } from './goods.ts'
import { useAvailable } from './use-available.ts'

interface ItemPickerProps {
  id: string
  /** Only items that hold these flags. */
  among: Readonly<Record<string, string>>
  /** Where the goods are taken from: what lies there is said of each. */
  warehouseId?: unknown
  disabled?: boolean
  onPick: (item: Item) => void
  /** A code was read whole, as a scanner types it: one more of the item. */
  onScan: (item: Item) => void
  onUnknown: (code: string) => void
  ref?: Ref<{ focus: () => void }>
}
const size = 10
/** Pixels before the end of the list at which the next page is fetched. */
const nearEnd = 80
/** What stands in the box of the select, which is ahead of its state. */
const inputOf = (select: RefSelectProps | null) =>
  (select?.nativeElement?.querySelector('input')?.value ?? '').trim()

/**
 * Finds an item by name, code or barcode, and puts it on a line. A scanner's code and its Enter
 * need no list.
 */
export const ItemPicker = memo(function ItemPicker({
  id,
  among,
  warehouseId,
  disabled,
  onPick,
  onScan,
  onUnknown,
  ref,
}: ItemPickerProps) {
  const t = useLabels({ module: 'inventory' })
  const box = useRef<RefSelectProps>(null)
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const find = useDebounced(setSearch)
  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus() }))
  const { data, isFetching, hasNextPage, fetchNextPage } = useCallPages(
    listSkus,
    { ...among, enabledFlag: '1', q: search, size },
    ({ content }, all) => (content.length === size ? all.length + 1 : undefined),
    { enabled: isOpen, staleTime: 30_000 },
  )
  const items = useMemo(
    () => (data?.pages ?? []).flatMap(({ content }) => content) as unknown as Item[],
    [data],
  )
  const stock = useAvailable(
    isOpen ? warehouseId : undefined,
    items.map((item) => item.id),
  )
  const unitName = useUnitName()
  const {
    i18n: { language },
  } = useTranslation()
  const onHand = (item: Item) => {
    const sum = (stock ?? [])
      .filter(({ skuId }) => skuId === item.id)
      .reduce((all, { quantity }) => all + quantity, 0)
    return t('inventory:document.lies', {
      quantity: new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(sum),
      unit: unitName(item.unitIdName),
    })
  }
  /** What was typed last is not searched for any more either. */
  const show = (words: string) => {
    setTyped(words)
    setSearch(words)
    find(words)
  }
  // Words that were finished before their list came: the one item that they mean, or the list of
  // those that they may mean.
  const lookUp = async (code: string) => {
    try {
      const item = await itemByCode(code)
      if (item) return onScan(item)
      const product = labelledProduct(code)
      const { content, totalElements } = await fetchCall(listSkus, {
        ...among,
        enabledFlag: '1',
        ...(product === null ? { q: code } : { productId: String(product) }),
        page: 1,
        size: 2,
      })
      if (totalElements === 1) return onPick(content[0] as unknown as Item)
      if (totalElements === 0 || inputOf(box.current)) return onUnknown(code)
      // The label of a product that has variants: they are listed, by its name.
      const words = product === null ? code : String(content[0]!.productIdName ?? code)
      show(words)
      setOpen(true)
    } catch {
      onUnknown(code)
    }
  }
  const handleKey = (event: KeyboardEvent) => {
    // The input's own: a scanner's Enter comes before the state of its last letter.
    const code = event.target instanceof HTMLInputElement ? event.target.value.trim() : ''
    if (event.key !== 'Enter' || !code || isComposing(event)) return
    const listed = search.trim() === code && (!isFetching || data) ? items : []
    const exact = listed.find((item) =>
      [item.code, item.barcode].some((one) => one?.toLowerCase() === code.toLowerCase()),
    )
    // Words are chosen from what is listed for them; a whole code, typed or scanned faster than any
    // list, needs none.
    if (listed.length > 0 && !exact) return
    event.preventDefault()
    event.stopPropagation()
    show('')
    // Nor does its list cover what is said of the codes that were read.
    setOpen(false)
    if (exact) return onScan(exact)
    void lookUp(code)
  }
  return (
    <div onKeyDownCapture={handleKey}>
      <Select
        ref={box}
        id={id}
        className="kit-full"
        showSearch
        filterOption={false}
        value={null}
        placeholder={t('inventory:document.addItem')}
        disabled={disabled}
        loading={isFetching}
        searchValue={typed}
        options={items.map((item) => ({
          value: item.id,
          label: [item.name, item.code].filter(Boolean).join(' · '),
          item,
        }))}
        optionRender={({ label, data: { item } }) => (
          <span className="goods-option">
            <span>{label}</span>
            <small>
              {[item.specification, stock ? onHand(item) : unitName(item.unitIdName)]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </span>
        )}
        onPopupScroll={({ currentTarget: list }) => {
          if (
            hasNextPage &&
            !isFetching &&
            list.scrollTop + list.clientHeight > list.scrollHeight - nearEnd
          )
            void fetchNextPage()
        }}
        notFoundContent={isFetching ? t('common:loading') : t('kit:ref.nothing')}
        open={isOpen}
        onOpenChange={setOpen}
        onSearch={(next) => {
          setTyped(next)
          find(next)
        }}
        onSelect={(value: unknown) => {
          const item = items.find((one) => one.id === value)
          show('')
          if (item) onPick(item)
        }}
      />
    </div>
  )
})
