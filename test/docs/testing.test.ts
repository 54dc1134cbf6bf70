/** The examples of docs/testing.md are tests themselves; here they run. */
import "../../docs/examples/testing.ts"
import "../../docs/examples/testing/envelopes.ts"
import "../../docs/examples/testing/failing.ts"
import "../../docs/examples/testing/faults.ts"
import "../../docs/examples/testing/properties.ts"
import "../../docs/examples/testing/recorded.ts"
