/** Role, status, name or language of a person changed; whoever holds a copy must look again (S-09). */
export class UserChanged {
  constructor(
    readonly userId: string,
    /** False once the person may no longer use the product. */
    readonly isActive: boolean,
  ) {}
}
