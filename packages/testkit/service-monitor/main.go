// Command service-monitor reads a ServiceMonitor as YAML, and decodes it with the types of the Prometheus Operator. A field that they
// don't have, and a value of another type, are refused. It prints what the operator would read, as JSON.
package main

import (
	"encoding/json"
	"io"
	"log"
	"os"

	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"sigs.k8s.io/yaml"
)

func main() {
	log.SetFlags(0)
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	var monitor monitoring.ServiceMonitor
	if err := yaml.UnmarshalStrict(text, &monitor); err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(monitor); err != nil {
		log.Fatal(err)
	}
}
