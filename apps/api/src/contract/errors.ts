/** What every failing answer looks like: HTTP body, socket acknowledgement, tool result. */
export interface ErrorBody {
  /** One sentence for a person, in the language the caller asked for. */
  error: string;
  /** Stable snake_case name of the case; all of them are listed in docs/errors.md. */
  code: string;
  /** True when the same request may succeed later, perhaps after following the suggestion. */
  canRetry: boolean;
  /** What to do next. */
  suggestion?: string;
  /** Milliseconds to wait before trying again; only for rate limits. */
  retryAfterMs?: number;
}

/** Languages the product speaks. The first one is what a caller gets who asks for none. */
export type Locale = 'zh-CN' | 'en';
