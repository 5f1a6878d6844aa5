/** A tool failed too often and is offered to nobody until an administrator resumes it. */
export class CustomToolPausedItself {
  constructor(
    readonly toolId: string,
    readonly failures: number,
  ) {}
}

/** Its files ask for another audience than the one that was confirmed, so only administrators have it again. */
export class CustomToolClosed {
  constructor(readonly toolId: string) {}
}
