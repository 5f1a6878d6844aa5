import { computed, reactive, ref, type ComputedRef, type Ref } from 'vue';
import { ApiError } from './api-error';

/** Says in one sentence what is wrong with a field, or null. */
export type FieldRule<Values> = (values: Values) => string | null;

export interface FormOptions<Values extends object> {
  values: Values;
  rules?: Partial<Record<keyof Values, FieldRule<Values>>>;
  submit: (values: Values) => Promise<void>;
}

export interface Form<Values extends object> {
  values: Values;
  /** Sentences by field; empty until the first try, then always current. */
  errors: ComputedRef<Partial<Record<keyof Values, string>>>;
  /** What the server answered to the last try. */
  failure: Ref<ApiError | null>;
  isBusy: Ref<boolean>;
  submit: () => Promise<boolean>;
}

/** One form: nothing typed is lost by an error, and two clicks send once. */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const values = reactive({ ...options.values }) as Values;
  const wasTried = ref(false);
  const failure = ref<ApiError | null>(null);
  const isBusy = ref(false);
  const errors = computed(() => (wasTried.value ? check(values, options.rules) : {}));

  async function submit(): Promise<boolean> {
    wasTried.value = true;
    if (isBusy.value || Object.keys(errors.value).length > 0) return false;
    isBusy.value = true;
    failure.value = null;
    try {
      await options.submit({ ...values });
      wasTried.value = false;
      return true;
    } catch (thrown) {
      failure.value = ApiError.from(thrown);
      return false;
    } finally {
      isBusy.value = false;
    }
  }

  return { values, errors, failure: failure as Ref<ApiError | null>, isBusy, submit };
}

function check<Values extends object>(
  values: Values,
  rules: FormOptions<Values>['rules'],
): Partial<Record<keyof Values, string>> {
  const found: Partial<Record<keyof Values, string>> = {};
  for (const field of Object.keys(rules ?? {}) as (keyof Values)[]) {
    const sentence = rules?.[field]?.(values);
    if (sentence) found[field] = sentence;
  }
  return found;
}
