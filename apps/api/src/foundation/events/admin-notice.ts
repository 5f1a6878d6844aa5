import type { Texts } from '@/foundation/errors/domain-error';

/** Something administrators should hear of while they work: told to those who are signed in, each in their language. */
export class AdminNotice {
  constructor(
    readonly title: Texts,
    readonly text: Texts,
    /** Where to look, a path of the web app. */
    readonly link: string,
  ) {}
}
