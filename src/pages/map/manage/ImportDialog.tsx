import { useCreate } from '@refinedev/core'
import { Alert, Button, Checkbox, Modal, Radio, Select } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { FeatureCollection } from 'geojson'
import { landScreen } from '#contract/farm/land.ts'
import type { Ground } from '#contract/ground.ts'
import type { MapBase } from '#contract/map/map.ts'
import { projections, type Projection } from '#contract/map/projection.ts'
import { sentenceOf } from '#src/kit/actions/refusal.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { toast } from '#src/ui/toast.ts'
import { faultSentence } from './fault-sentence.ts'
import {
  groundFiles,
  groundIn,
  mostFileBytes,
  readGround,
  type FoundGround,
} from './ground-files.ts'
import { Outlines } from './Outlines.tsx'

interface ImportDialogProps {
  bases: readonly MapBase[]
  /** New plots may be made, and outlines of bases drawn. */
  mayCreate: boolean
  mayEdge: boolean
  onClose: () => void
  onMade: () => Promise<unknown>
  /** The outline of a base is taken over, to be looked at and saved. */
  onEdge: (areaId: number, corners: Ground) => void
}
type Meant = 'plot' | 'edge'
const isSound = ({ fault }: FoundGround) => fault === null

/** Plots or the outline of a base from a file: looked at first, each with its size or why it cannot be one. */
export function ImportDialog(props: ImportDialogProps) {
  const { bases, mayCreate, mayEdge, onClose, onMade, onEdge } = props
  const t = useLabels({ module: 'map' })
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<FeatureCollection>()
  const [problem, setProblem] = useState<string>()
  const [from, setFrom] = useState<Projection>('wgs84')
  const [areaId, setAreaId] = useState(bases.length === 1 ? bases[0]!.id : undefined)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const calledAs = useMemo(() => [t('farm:land.fields.landName')], [t])
  const [meant, setMeant] = useState<Meant>(mayCreate ? 'plot' : 'edge')
  const [edge, setEdge] = useState<number>()
  const found = useMemo(() => {
    const all = file ? groundIn(file, from, calledAs) : []
    const bound = all.filter(({ isBase }) => isBase)
    // What this console wrote as a base is no plot; elsewhere any outline may be one.
    if (meant === 'plot') return all.filter(({ isBase }) => !isBase)
    return bound.length > 0 ? bound : all
  }, [file, from, calledAs, meant])
  const sound = found.flatMap((one, at) => (isSound(one) ? [at] : []))
  const one = edge !== undefined && sound.includes(edge) ? edge : sound[0]
  const chosen =
    meant === 'plot' ? sound.filter((at) => !left.has(at)) : one === undefined ? [] : [one]
  const { make, done, refused, isBusy } = useMakePlots(onMade)
  const read = async (chosenFile: File | undefined) => {
    if (!chosenFile) return
    setFile(undefined)
    setLeft(new Set())
    setProblem(undefined)
    if (chosenFile.size > mostFileBytes)
      return setProblem(t('map:manage.fileSize', { max: mostFileBytes / 1024 / 1024 }))
    try {
      setFile(await readGround(chosenFile))
    } catch {
      setProblem(t('map:manage.unreadable'))
    }
  }
  const start = async () => {
    if (meant === 'edge') return onEdge(areaId!, found[chosen[0]!]!.corners)
    const made = await make(
      chosen.map((at) => ({ at, ground: found[at]! })),
      areaId!,
    )
    setLeft(new Set([...left, ...made]))
    if (made.length === chosen.length) onClose()
  }
  return (
    <Modal
      open
      width={760}
      title={t('map:manage.importTitle')}
      okText={
        meant === 'plot'
          ? t('map:manage.importGo', { count: chosen.length })
          : t('map:manage.importEdge')
      }
      okButtonProps={{ disabled: chosen.length === 0 || areaId === undefined, loading: isBusy }}
      cancelText={t('common:buttons.cancel')}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <div className="map-import">
        <input
          ref={input}
          type="file"
          hidden
          accept={groundFiles}
          aria-label={t('map:manage.chooseFile')}
          onChange={({ target }) => {
            void read(target.files?.[0])
            target.value = ''
          }}
        />
        <Button onClick={() => input.current?.click()}>{t('map:manage.chooseFile')}</Button>
        <p>{t('map:manage.fileKinds')}</p>
        {problem && <Alert type="error" showIcon message={problem} />}
        {file && (
          <>
            <div className="map-import-choices">
              {mayCreate && mayEdge && (
                <>
                  <label htmlFor="map-import-as">{t('map:manage.meant')}</label>
                  <Select
                    id="map-import-as"
                    value={meant}
                    options={(['plot', 'edge'] as const).map((value) => ({
                      value,
                      label: t(`map:manage.meantAs.${value}`),
                    }))}
                    onChange={(next) => {
                      setMeant(next)
                      setLeft(new Set())
                    }}
                  />
                </>
              )}
              <label htmlFor="map-import-base">{t('map:kinds.base')}</label>
              <Select
                id="map-import-base"
                value={areaId}
                placeholder={t('map:manage.chooseBase')}
                options={bases.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={setAreaId}
              />
              <label htmlFor="map-import-from">{t('map:manage.coordinates')}</label>
              <Select
                id="map-import-from"
                value={from}
                options={projections.map((value) => ({
                  value,
                  label: t(`map:manage.projections.${value}`),
                }))}
                onChange={setFrom}
              />
            </div>
            {found.length === 0 && <Alert type="warning" message={t('map:manage.emptyFile')} />}
            <Outlines found={found} chosen={chosen} />
            <ul className="map-import-list">
              {found.map((one, at) => (
                <li key={at}>
                  {meant === 'edge' ? (
                    <Radio
                      name="map-import-edge"
                      checked={chosen.includes(at)}
                      disabled={!isSound(one)}
                      onChange={() => setEdge(at)}
                    >
                      {one.name}
                    </Radio>
                  ) : (
                    <Checkbox
                      checked={chosen.includes(at)}
                      disabled={!isSound(one) || isBusy || done.has(at)}
                      onChange={({ target }) => {
                        const next = new Set(left)
                        if (target.checked) next.delete(at)
                        else next.add(at)
                        setLeft(next)
                      }}
                    >
                      {one.name}
                    </Checkbox>
                  )}
                  <small>
                    {done.has(at)
                      ? t('map:manage.made')
                      : isSound(one) && t('map:plot.mu', { value: one.mu.toFixed(2) })}
                    {one.fault &&
                      ` ${typeof one.fault === 'string' ? t(`map:manage.faults.${one.fault}`) : faultSentence(t, one.fault)}`}
                    {refused.has(at) && ` ${refused.get(at)!}`}
                  </small>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Modal>
  )
}

interface Wanted {
  at: number
  ground: FoundGround
}
/** Makes plots one after the other; one that is refused does not keep the others. */
function useMakePlots(onMade: () => Promise<unknown>) {
  const t = useLabels({ module: 'map' })
  const { mutateAsync } = useCreate()
  const [isBusy, setBusy] = useState(false)
  const [done, setDone] = useState<ReadonlySet<number>>(new Set())
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map())
  const make = async (wanted: readonly Wanted[], areaId: number): Promise<number[]> => {
    setBusy(true)
    const made: number[] = []
    const wrong = new Map<number, string>()
    for (const { at, ground } of wanted)
      try {
        await mutateAsync({
          resource: landScreen.name,
          values: { landName: ground.name, areaId, boundary: ground.corners },
          successNotification: false,
          errorNotification: false,
        })
        made.push(at)
        setDone((before) => new Set([...before, at]))
      } catch (error) {
        wrong.set(at, sentenceOf(t, error).text)
      }
    setRefused(wrong)
    setBusy(false)
    if (made.length > 0) {
      toast({ text: t('map:manage.imported', { count: made.length }), tone: 'good' })
      await onMade()
    }
    return made
  }
  return { make, done, refused, isBusy }
}
