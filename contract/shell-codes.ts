/** Codes of the shell itself, which belong to no screen. */
export const shellCodes = {
  noticeBell: 'wfpf.farm.user.ps.notice-message',
  visualEntry: 'wfpf.farm.user.ps.tenant-screen',
  // chosen: ours
  shareView: 'wfpf.farm.user.ps.share-view',
} as const
