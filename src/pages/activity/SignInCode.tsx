import { Modal, QRCode } from 'antd'
import { activity, activityScreen } from '#contract/activity/activity.ts'
import { activityCode } from '#contract/activity/activity-calls.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** The code for those on the spot, large enough for a row of phones; another one every minute. */
export function SignInCode({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useLabels(activity)
  const { data, error, refetch } = useCall(
    activityCode,
    { id },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.seconds ?? 10) * 1000,
      refetchIntervalInBackground: true,
    },
  )
  return (
    <Modal open footer={null} title={t('activity:people.showCode')} onCancel={onClose}>
      <div className="activity-code">
        {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!error && !data && <ListSkeleton rows={4} />}
        {data && (
          <>
            <QRCode
              type="svg"
              size={280}
              bordered={false}
              value={`${location.origin}${activityScreen.route}/sign/${id}/${data.code}`}
              aria-label={t('activity:people.showCode')}
            />
            <strong>{data.code}</strong>
            <p>{t('activity:people.codeNote')}</p>
          </>
        )}
      </div>
    </Modal>
  )
}
