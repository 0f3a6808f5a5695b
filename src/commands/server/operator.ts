/** The actor: a member of staff in the console, or anyone who may use the machine where the command is typed. */
export interface Operator {
  name: string;
  /** Null on the command line. */
  staffId: string | null;
  /** The network address, if there is one. */
  address: string | null;
  /** The session in which a member of staff acts; null on the command line, and for what two people have decided. */
  sessionId: string | null;
  /** The request by two people that this action carries out; it is carried out once. */
  requestId: string | null;
  /** The person who made the request, if the actor is the second of two people; else null. */
  maker: Author | null;
}

/** The author of something recorded. */
export interface Author {
  name: string;
  staffId: string | null;
}

/** Returns the author: if two people agreed, the one who made the request, with the other's name beside theirs. */
export function authorOf({ maker, name, staffId }: Operator): Author {
  return maker ? { name: `${maker.name}, ${name}`, staffId: maker.staffId } : { name, staffId };
}

/** The operator of a command typed on the machine where Lastro runs. */
export function atTheMachine(name: string): Operator {
  return { name, staffId: null, address: null, sessionId: null, requestId: null, maker: null };
}
