import type { ReactNode } from 'react'
import type { EmptyVariant } from './EmptyState.tsx'

const ground = <path d="M14 100c18-8 54-12 72-12s42 4 60 12" />
const drawings: Readonly<Record<EmptyVariant, ReactNode>> = {
  // A letter box without letters.
  noMessage: (
    <>
      <rect x="44" y="34" width="72" height="48" rx="6" />
      <path d="m46 38 34 26 34-26" />
      {ground}
    </>
  ),
  // A mast that sends no waves.
  noNetwork: (
    <>
      <path d="M80 42v52M66 94l14-52 14 52M70 78h20" />
      <path d="M56 30a32 32 0 0 0 0 26M104 30a32 32 0 0 1 0 26" strokeDasharray="4 6" />
      {ground}
    </>
  ),
  // A glass over bare furrows.
  noContent: (
    <>
      <circle cx="74" cy="52" r="24" />
      <path d="m92 70 22 22M62 52h24" />
      {ground}
    </>
  ),
  // A closed gate.
  noPower: (
    <>
      <path d="M46 92V44M114 92V44M46 54h68M46 78h68M60 54v24M80 54v24M100 54v24" />
      <rect x="72" y="58" width="16" height="14" rx="2" className="empty-filled" />
      {ground}
    </>
  ),
  // A sprout that is still to grow.
  noData: (
    <>
      <path d="M80 94V62M80 70c-16 0-22-10-22-20 14 0 22 6 22 20ZM80 62c0-14 8-22 24-22 0 14-8 22-24 22Z" />
      {ground}
    </>
  ),
  // A watering can that has run dry.
  failed: (
    <>
      <path d="M58 54h40v34H58zM98 60l22-16M116 38l10 12M66 54c0-18 24-18 24 0M58 62c-14-4-18 12-4 18" />
      <path d="M124 62v6M132 70v6" strokeDasharray="2 5" />
      {ground}
    </>
  ),
  // A label at the end of a row, and nothing grown.
  gone: (
    <>
      <path d="M80 98V62M62 34h36v24H62zM70 46h20" />
      <path d="M30 92h20M110 92h20" strokeDasharray="3 6" />
      {ground}
    </>
  ),
  // A planet with a ring: the page has flown there.
  noFound: (
    <>
      <circle cx="80" cy="56" r="24" />
      <path d="M48 70c-10 8 2 12 30 2s52-26 42-32c-3-2-9-1-17 1" />
      <circle cx="40" cy="30" r="2" className="empty-filled" />
      <circle cx="122" cy="80" r="2" className="empty-filled" />
    </>
  ),
}

/** Lines in the colour of the text around them, so that they are right on light and dark. */
export const EmptyPicture = ({ variant }: { variant: EmptyVariant }) => (
  <svg
    viewBox="0 0 160 110"
    width="192"
    height="132"
    fill="none"
    aria-hidden="true"
    className="empty-picture"
  >
    {drawings[variant]}
  </svg>
)
