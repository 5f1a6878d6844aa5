/** Something the people named may answer, or have asked, changed. */
export class ApprovalsChanged {
  constructor(readonly userIds: readonly string[]) {}
}

/** A question was answered; its run may have nobody who works on it. */
export class ApprovalAnswered {
  constructor(readonly runId: string) {}
}
