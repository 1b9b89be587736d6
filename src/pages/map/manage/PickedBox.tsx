import { Button } from 'antd'
import { Suspense } from 'react'
import { holeFault, holesOf, type SeenGround } from '#contract/ground.ts'
import { GroundText } from '#src/kit/map/GroundText.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { faultSentence } from './fault-sentence.ts'
import { newKinds } from './new-thing.ts'
import { PickedActions } from './PickedActions.tsx'
import { isGround, type Thing } from './use-places.ts'

interface PickedBoxProps {
  thing: Thing
  outline: SeenGround | null
  /** What a click on the map does next is putting it there. */
  isPutting: boolean
  mayEdit: boolean
  /** It was changed and is not saved. */
  isChanged: boolean
  onDraw: () => void
  onDrawHole: () => void
  /** Counted from nought. */
  onRemoveHole: (at: number) => void
  onPut: () => void
  onTakeAway: () => void
  /** It is to lie where it did. */
  onDrop: () => void
  /** Something else of it was changed, or it is gone. */
  onEdited: () => void
  onDeleted: () => void
  onClose: () => void
}
/** What is chosen, and what can be done about where it lies. */
export function PickedBox(props: PickedBoxProps) {
  const { thing, outline, isPutting, mayEdit, isChanged } = props
  const { onDraw, onDrawHole, onRemoveHole, onPut, onTakeAway, onDrop } = props
  const { onEdited, onDeleted, onClose } = props
  const kind = newKinds.find((one) => one === thing.kind)
  const t = useLabels({ module: 'map' })
  const isDrawn = isGround(thing.kind)
  const holes = isDrawn && outline ? holesOf(outline) : []
  const fault = holes.length > 0 ? holeFault(outline!) : null
  const note = !mayEdit
    ? t('map:manage.lookOnly')
    : isPutting
      ? t('map:manage.howToPut')
      : isDrawn
        ? t(outline ? 'map:manage.howToMend' : 'map:manage.noOutline')
        : null
  return (
    <section className="farm-map-card map-draft" aria-label={thing.name}>
      <strong>
        {thing.kind === 'edge' ? t('map:manage.edgeOf', { name: thing.name }) : thing.name}
      </strong>
      {isDrawn && outline && (
        <p>
          <GroundText corners={outline} />
        </p>
      )}
      {note && <p>{note}</p>}
      {fault && (
        <p role="alert" className="map-fault">
          {faultSentence(t, fault)}
        </p>
      )}
      {holes.length > 0 && (
        <ul className="map-holes" aria-label={t('map:manage.holes')}>
          {holes.map((hole, at) => (
            <li key={at}>
              <span>
                {t('map:manage.hole', { at: at + 1 })} <GroundText corners={hole} />
              </span>
              {mayEdit && (
                <Button
                  size="small"
                  aria-label={t('map:manage.removeHoleAt', { at: at + 1 })}
                  onClick={() => onRemoveHole(at)}
                >
                  {t('map:manage.removeHole')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div>
        {mayEdit && isDrawn && !outline && (
          <Button type="primary" onClick={onDraw}>
            {t('map:manage.draw')}
          </Button>
        )}
        {mayEdit && isDrawn && outline && (
          <Button onClick={onDrawHole}>{t('map:manage.addHole')}</Button>
        )}
        {mayEdit && isDrawn && outline && (
          <Button onClick={onTakeAway}>{t('map:manage.takeAway')}</Button>
        )}
        {mayEdit && !isDrawn && (
          <Button type={isPutting ? 'default' : 'primary'} onClick={onPut}>
            {t(isPutting ? 'common:buttons.cancel' : 'map:manage.put')}
          </Button>
        )}
        {kind && (
          <Suspense>
            <PickedActions
              key={thing.id}
              kind={kind}
              thing={thing}
              onChanged={onEdited}
              onDeleted={onDeleted}
            />
          </Suspense>
        )}
        {isChanged && <Button onClick={onDrop}>{t('map:manage.drop')}</Button>}
        <Button onClick={onClose}>{t('common:buttons.close')}</Button>
      </div>
    </section>
  )
}
