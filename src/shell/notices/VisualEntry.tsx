import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createScreenCode } from '#contract/account/screen-calls.ts'
import { tenantScreens, type TenantScreen } from '#contract/account/tenant.ts'
import { resized } from '#contract/file/file-calls.ts'
import { shellCodes } from '#contract/shell-codes.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { toast } from '#src/ui/toast.ts'
import { MenuIcon } from '../MenuIcon.tsx'

/**
 * 2: opened as it is; otherwise, on another host, with a one-time code for that screen in place of
 * a token (docs/specification.md 2.8).
 */
const asIs = 2

/** The tenant's screens for the wall: one opens at once, several are offered (800 wide). */
export default function VisualEntry() {
  const { t } = useTranslation('shell')
  const labels = useLabels()
  const [isOpen, setOpen] = useState(false)
  const [broken, setBroken] = useState<readonly number[]>([])
  const may = useGranted(shellCodes.visualEntry)
  const { send } = useCallMutation(createScreenCode, {
    onRefused: (error) => toastRefusal(labels, error),
  })
  const screens = useCall(tenantScreens, may ? {} : null)
  const list = screens.data ?? []
  if (list.length === 0) return null
  const show = async ({ id, screenAddress, screenType }: TenantScreen) => {
    // Opened in the click itself, or the browser takes it for an advertisement.
    const page = window.open('about:blank', '_blank')
    if (!page) return toast({ key: 'visual-blocked', text: t('visual.blocked'), tone: 'bad' })
    page.opener = null
    const address = URL.canParse(screenAddress, location.origin)
      ? new URL(screenAddress, location.origin)
      : null
    if (!address || !/^https?:$/.test(address.protocol)) {
      page.close()
      return toastRefusal(labels, new Error(screenAddress))
    }
    // A page of ours knows who is signed in.
    if (screenType !== asIs && address.origin !== location.origin) {
      const enter = ({ code }: { code: string }) => address.searchParams.set('access_token', code)
      if (!(await send({ id }, { onDone: enter }))) return page.close()
    }
    page.location.replace(address.href)
  }
  return (
    <>
      <button
        type="button"
        className="shell-icon"
        aria-label={t('visual.title')}
        title={t('visual.title')}
        onClick={() => (list.length === 1 ? void show(list[0]!) : setOpen(true))}
      >
        <MenuIcon name="screen" />
      </button>
      {isOpen && (
        <Modal
          open
          width={800}
          footer={null}
          title={t('visual.title')}
          transitionName=""
          maskTransitionName=""
          onCancel={() => setOpen(false)}
        >
          <ul className="visual-list">
            {list.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-label={t('visual.open', { name: one.screenName })}
                  onClick={() => void show(one)}
                >
                  {one.screenImage && !broken.includes(one.id) ? (
                    <img
                      src={resized(one.screenImage)}
                      alt=""
                      onError={() => setBroken([...broken, one.id])}
                    />
                  ) : (
                    <span className="visual-picture">
                      <MenuIcon name="screen" />
                    </span>
                  )}
                  <strong>{one.screenName}</strong>
                </button>
              </li>
            ))}
          </ul>
        </Modal>
      )}
    </>
  )
}
